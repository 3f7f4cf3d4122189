import { expect, test } from 'vitest';
import { fieldsNamed } from './kubernetes-refusal.ts';

test.each([
  [
    'an apply',
    'failed to create typed patch object (/a; apps/v1, Kind=Deployment): .spec.replcas: field not declared in schema',
    [{ field: 'spec.replcas', message: 'field not declared in schema' }],
  ],
  [
    'an apply with several',
    'failed to create typed patch object (/a; /v1, Kind=ConfigMap): errors:\n  .metadata.labels.x: expected string, got &value.valueUnstructured{Value:5}\n  .data.a: expected string, got &value.valueUnstructured{Value:1}',
    [
      { field: 'metadata.labels.x', message: 'expected string, got &value.valueUnstructured{Value:5}' },
      { field: 'data.a', message: 'expected string, got &value.valueUnstructured{Value:1}' },
    ],
  ],
  [
    'any other write',
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "nosuch"',
    [{ field: 'nosuch', message: 'unknown field "nosuch"' }],
  ],
  ['something else', 'namespaces "nope" not found', []],
])('fields are found in the refusal of %s', (_what, message, fields) => {
  expect(fieldsNamed(message)).toEqual(fields);
});
