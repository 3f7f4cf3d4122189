import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '#infra/openapi/operations';
import { managedAttributesBody } from '#shared/contracts/rest/marketplace/orders/managed-attributes-body';
import { orderAttributesBody } from '#shared/contracts/rest/marketplace/orders/order-attributes-body';
import { newOpenStackOptions, openstackOptionsChange } from '#shared/contracts/rest/providers/openstack-options';
import { newRancherOptions, rancherOptionsChange } from '#shared/contracts/rest/providers/rancher-options';

type Path = (string | number)[];
type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A key that the map's schema allows. */
const nameIn = ({ propertyNames }: Json): string =>
  isObject(propertyNames) && Array.isArray(propertyNames.enum) ? String(propertyNames.enum[0]) : 'an_entry';

/** The paths of all text fields in the JSON Schema. */
function textsOf(schema: Json, at: Path = []): Path[] {
  const alternatives = [...objectsIn(schema.anyOf), ...objectsIn(schema.oneOf), ...objectsIn(schema.allOf)];
  const types = [schema.type].flat();
  return [
    ...alternatives.flatMap((one) => textsOf(one, at)),
    ...(types.includes('string') && !schema.enum && !('const' in schema) ? [at] : []),
    ...Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, one]) =>
      isObject(one) ? textsOf(one, [...at, name]) : [],
    ),
    ...(isObject(schema.additionalProperties) ? textsOf(schema.additionalProperties, [...at, nameIn(schema)]) : []),
    ...(isObject(schema.items) ? textsOf(schema.items, [...at, 0]) : []),
  ];
}

function bodyWith(path: Path, text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  return typeof key === 'number' ? [bodyWith(rest, text)] : { [key]: bodyWith(rest, text) };
}

type Issue = z.core.$ZodIssue;
/**
 * Whether the text at a path is refused. In a union, one refusing member is enough, because each member also has a
 * separate test.
 */
const refuses = (issues: readonly Issue[], path: Path): boolean =>
  issues.some((issue) => {
    const isOnTheWay = issue.path.every((key, index) => key === path[index]);
    if (!isOnTheWay) return false;
    if (issue.code === 'invalid_union') return issue.errors.some((one) => refuses(one, path.slice(issue.path.length)));
    return issue.path.length === path.length;
  });

const shapesOf = (schema: z.core.$ZodType): z.core.$ZodType[] =>
  schema instanceof z.ZodUnion ? schema.options.flatMap(shapesOf) : [schema];

const BODIES: [string, z.ZodType][] = [
  ...Object.entries(OPERATIONS).flatMap(([collection, operations]) =>
    Object.entries(operations).flatMap(([route, { body }]): [string, z.ZodType][] =>
      body === undefined ? [] : [[route.replace('/', `/${collection}/`), body]],
    ),
  ),
  // Bodies that the API parses only after it knows their type.
  ['attributes of a self-managed order', orderAttributesBody],
  ['attributes of a managed order', managedAttributesBody],
  ['options of a new Rancher', newRancherOptions],
  ['changed options of a Rancher', rancherOptionsChange],
  ['options of a new cloud', newOpenStackOptions],
  ['changed options of a cloud', openstackOptionsChange],
];
const SHAPES = BODIES.flatMap(([body, schema]) => shapesOf(schema).map((shape) => [body, shape] as const));
const FIELDS = SHAPES.flatMap(([body, schema]) => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const paths = new Map(textsOf(json).map((path) => [path.join('.'), path]));
  return [...paths].map(([name, path]) => ({ body, name, path, schema }));
});

describe('every field that takes text', () => {
  test.each(FIELDS)('refuses U+2028, controls and marks that turn text: $name of $body', ({ path, schema }) => {
    for (const character of [
      '\u2028',
      '\u2029',
      '\u0085',
      '\0',
      '\u001b',
      '\u007f',
      '\u202e',
      '\u2066',
      '\u200f',
      '\u061c',
      '\ud800',
    ]) {
      const { error } = z.safeParse(schema, bodyWith(path, `a${character}b`));
      expect([character, refuses(error?.issues ?? [], path)]).toEqual([character, true]);
    }
  });

  test('is one of many', () => {
    expect(FIELDS.length).toBeGreaterThan(100);
  });
});
