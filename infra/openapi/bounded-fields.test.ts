import { expect, test } from 'vitest';
import { openApiDocument } from './document.ts';
import { isObject, type JsonObject } from './json.ts';
import { type RequestField, requestFields, typesOf, variantsOf } from './request-fields.ts';

const fields = requestFields(openApiDocument()).filter(({ way }) => way.length > 0);
const nameOf = ({ operation, way }: RequestField): string => `${operation} ${way.join('.')}`;

/** Texts of these formats are short. */
const SHORT_FORMATS = ['date', 'ipv4', 'ipv6'];
/** Whether a pattern covers the whole text, and repeats nothing without an upper bound. */
const isBoundedPattern = (pattern: string): boolean =>
  /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'));

const isFixed = ({ enum: values, const: value }: JsonObject): boolean => values !== undefined || value !== undefined;
const has = (schema: JsonObject, ...keywords: string[]): boolean =>
  keywords.some((keyword) => typeof schema[keyword] === 'number');

/** What the schema of a value lacks. A schema with variants is bounded by each of them. */
const isShort = ({ format, pattern }: JsonObject): boolean =>
  (typeof format === 'string' && SHORT_FORMATS.includes(format)) ||
  (typeof pattern === 'string' && isBoundedPattern(pattern));
const isMap = ({ additionalProperties, propertyNames }: JsonObject): boolean =>
  isObject(additionalProperties) && !(isObject(propertyNames) && isFixed(propertyNames));

function lacking(schema: JsonObject): string[] {
  if (isFixed(schema) || variantsOf(schema).length > 0) return [];
  const types = typesOf(schema);
  const needs = (applies: boolean, keyword: string, ...others: string[]) =>
    applies && !has(schema, keyword, ...others) ? [keyword] : [];
  const isNumber = types.includes('integer') || types.includes('number');
  return [
    ...needs(types.includes('string') && !isShort(schema), 'maxLength'),
    ...needs(types.includes('array'), 'maxItems'),
    ...needs(isNumber, 'maximum', 'exclusiveMaximum'),
    ...needs(isNumber, 'minimum', 'exclusiveMinimum'),
    ...needs(isMap(schema), 'maxProperties'),
  ];
}

test('every text, list, number and map of a request has a bound', () => {
  expect(fields.length).toBeGreaterThan(4000);
  const unbounded = fields.flatMap((field) => lacking(field.schema).map((keyword) => `${nameOf(field)}: ${keyword}`));
  expect(unbounded).toEqual([]);
});

test.each([
  ['a text', { type: 'string' }, ['maxLength']],
  ['a text of any number of digits', { type: 'string', pattern: '^\\d+$' }, ['maxLength']],
  ['a text of at most twelve digits', { type: 'string', pattern: '^\\d{1,12}$' }, []],
  ['a pattern that may be anywhere in a text', { type: 'string', pattern: '\\d{1,12}' }, ['maxLength']],
  ['a list', { type: 'array', items: {} }, ['maxItems']],
  ['a number', { type: 'integer', minimum: 0 }, ['maximum']],
  ['a map', { type: 'object', additionalProperties: {} }, ['maxProperties']],
  ['one of several texts', { type: 'string', enum: ['a'] }, []],
] satisfies [string, JsonObject, string[]][])('%s is seen as it is', (_, schema, keywords) => {
  expect(lacking(schema)).toEqual(keywords);
});
