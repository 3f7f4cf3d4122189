import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nearestName } from '#shared/domain/_core/text/nearest-name';
import { Invalid } from '#shared/errors';
import { refusalOf } from '#test/refusal-of';
import { knownFields } from './known-fields.ts';
import { parseBody } from './parse-body.ts';

const volume = knownFields(z.object({ size: z.int(), mount_point: z.string() }));
const body = knownFields(z.object({ name: z.string(), tenant: z.string().optional(), volumes: z.array(volume) }));

const errorsOf = (given: object, schema: z.ZodType = body) => refusalOf(() => parseBody(schema, given));
const mistaken = (name: string, what = 'attribute') => [`Unknown ${what}. Did you mean "${name}"?`];

describe('fields that a schema does not have', () => {
  test('are refused at their own place with the nearest name', () => {
    expect(errorsOf({ name: 'a', volumes: [], tenat: 'b', volums: [] })).toEqual({
      tenat: mistaken('tenant'),
      volums: mistaken('volumes'),
    });
  });

  test('are reported beside other errors of the object', () => {
    expect(errorsOf({ nmae: 'a', volumes: 'x' })).toEqual({
      nmae: mistaken('name'),
      name: ['This field is required.'],
      volumes: { non_field_errors: ['Expected a list of items but got type "str".'] },
    });
  });

  test('are found in nested lists', () => {
    const volumes = [
      { size: 1, mount_point: '/a' },
      { size: 1, mount_point: '/b', mountpoint: '/c' },
    ];
    expect(errorsOf({ name: 'a', volumes })).toEqual({ volumes: [{}, { mountpoint: mistaken('mount_point') }] });
  });

  test('use the word that the caller knows', () => {
    expect(errorsOf({ nome: 1 }, knownFields(z.object({ name: z.string().optional() }), 'option'))).toEqual({
      nome: mistaken('name', 'option'),
    });
  });

  test('change nothing when there are none', () => {
    const given = { name: 'a', volumes: [{ size: 1, mount_point: '/a' }] };
    expect(parseBody(body, given)).toEqual(given);
  });

  test('do not hide the error that the value is no object', () => {
    expect(errorsOf({ name: 'a', volumes: ['x'] })).toEqual({
      volumes: [{ non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }],
    });
  });

  test('are not all listed when there are very many', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]));
    const errors = z.record(z.string(), z.unknown()).parse(errorsOf({ name: 'a', volumes: [], ...many }));
    expect(Object.keys(errors)).toHaveLength(20);
  });

  test.each(['__proto__', 'constructor', 'toString'])('may be called %s', (name) => {
    const given: unknown = JSON.parse(`{"name": "a", "volumes": [], "${name}": 1}`);
    expect(() => parseBody(body, given)).toThrow(Invalid);
  });
});

test.each([
  ['nmae', 'name'],
  ['Name', 'name'],
  ['sshpublickey', 'ssh_public_key'],
  ['vm-project', 'vm_project'],
  ['node', 'nodes'],
  ['x'.repeat(100_000), 'name'],
])('the name nearest to %.20s is %s', (given, nearest) => {
  expect(nearestName(given, ['name', 'nodes', 'vm_project', 'ssh_public_key'])).toBe(nearest);
});
