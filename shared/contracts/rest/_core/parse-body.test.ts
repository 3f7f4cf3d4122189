import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { refusalOf } from '#test/refusal-of';
import { flag, integer, mapOf, optionalInstant, reference, text } from './fields.ts';
import { parseBody } from './parse-body.ts';

const uuid = '0123456789abcdef0123456789abcdef';
const dashed = '01234567-89ab-cdef-0123-456789abcdef';

const errorsOf = (schema: z.ZodType, body: unknown) => refusalOf(() => parseBody(schema, body));

describe('a body that is not an object', () => {
  test.each([
    [[], 'Invalid data. Expected a dictionary, but got list.'],
    ['x', 'Invalid data. Expected a dictionary, but got str.'],
    [5, 'Invalid data. Expected a dictionary, but got int.'],
    [null, 'No data provided'],
  ])('%j is refused', (body, message) => {
    expect(errorsOf(z.object({}), body)).toEqual({ non_field_errors: [message] });
  });
});

const schemas = {
  text: text(150),
  integer: integer(1, 1000),
  flag: flag(),
  choice: z.enum(['server', 'agent']),
  reference: reference('customers'),
  url: z.url(),
  instant: optionalInstant(),
};
test.each([
  ['text', undefined, 'This field is required.'],
  ['text', null, 'This field may not be null.'],
  ['text', '', 'This field may not be blank.'],
  ['text', ' ', 'This field may not be blank.'],
  ['text', ['a'], 'Not a valid string.'],
  ['text', 'a'.repeat(151), 'Ensure this field has no more than 150 characters.'],
  ['integer', 'a', 'A valid integer is required.'],
  ['integer', 1.5, 'A valid integer is required.'],
  ['integer', {}, 'A valid integer is required.'],
  ['integer', 0, 'Ensure this value is greater than or equal to 1.'],
  ['integer', null, 'This field may not be null.'],
  ['flag', 'maybe', 'Must be a valid boolean.'],
  ['choice', 'boss', '"boss" is not a valid choice.'],
  ['choice', undefined, 'This field is required.'],
  ['reference', undefined, 'This field is required.'],
  ['reference', null, 'This field may not be null.'],
  ['reference', 5, 'Incorrect type. Expected URL string, received int.'],
  ['reference', 'nonsense', 'Invalid hyperlink - No URL match.'],
  ['reference', `https://h/api/projects/${uuid}/`, 'Invalid hyperlink - Incorrect URL match.'],
  ['url', 'nonsense', 'Enter a valid URL.'],
  ['instant', 'tomorrow', 'Datetime has wrong format. Use one of these formats: YYYY-MM-DDThh:mm:ssZ.'],
] as const)('the %s %j gets the answer "%s"', (kind, value, message) => {
  const body = value === undefined ? {} : { field: value };
  expect(errorsOf(z.object({ field: schemas[kind] }), body)).toEqual({ field: [message] });
});

test.each([uuid, dashed, `https://other.example/api/customers/${uuid}/`, `/api/customers/${dashed}/`])(
  'the reference %s is read as the uuid',
  (given) => {
    expect(parseBody(z.object({ field: reference('customers') }), { field: given })).toEqual({ field: uuid });
  },
);

test('numbers and booleans of a form are read from text', () => {
  const schema = z.object({ size: integer(0, 1000), on: flag() });
  expect(parseBody(schema, { size: '64', on: 'true' })).toEqual({ size: 64, on: true });
});

describe('nested lists', () => {
  const schema = z.object({ nodes: z.array(z.object({ subnet: z.string() })) });
  test('an error list has a place for every item before the wrong one', () => {
    const body = { nodes: [{ subnet: 'a' }, {}] };
    expect(errorsOf(schema, body)).toEqual({ nodes: [{}, { subnet: ['This field is required.'] }] });
  });
  test('a field that is not a list gets its error below non_field_errors', () => {
    expect(errorsOf(schema, { nodes: 'x' })).toEqual({
      nodes: { non_field_errors: ['Expected a list of items but got type "str".'] },
    });
  });
  test('an item that is not an object gets its error in its place', () => {
    expect(errorsOf(schema, { nodes: ['x'] })).toEqual({
      nodes: [{ non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }],
    });
  });
});

test('unknown fields are ignored', () => {
  expect(parseBody(z.object({ name: text(10) }), { name: 'a', uuid: 'mine' })).toEqual({ name: 'a' });
});

test('a body with thousands of wrong items gets a short answer, with the errors of whole fields', () => {
  const schema = z.object({ ports: z.array(integer(1, 65_535)).max(10), labels: mapOf(text(5), text(5), 10) });
  const labels = Object.fromEntries(Array.from({ length: 20_000 }, (_, number) => [`label-${number}`, 7]));
  const errors = JSON.stringify(errorsOf(schema, { ports: Array(20_000).fill(80), labels }));
  expect(errors.length).toBeLessThan(20_000);
  expect(errors).toContain('Ensure this field has no more than 10 elements.');
});
