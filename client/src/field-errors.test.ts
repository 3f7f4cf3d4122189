import { expect, test } from 'vitest';
import { fieldErrors } from './field-errors.ts';

test.each<[string, unknown, [field: string, message: string][]]>([
  ['one field', { name: ['This field is required.'] }, [['name', 'This field is required.']]],
  ['a field of the second item', { nodes: [{}, { subnet: ['Not null.'] }] }, [['nodes.1.subnet', 'Not null.']]],
  [
    'a list as a whole',
    { nodes: ['Too few.', 'No agent.'] },
    [
      ['nodes', 'Too few.'],
      ['nodes', 'No agent.'],
    ],
  ],
  ['several fields together', { non_field_errors: ['Name is not unique.'] }, [['', 'Name is not unique.']]],
  ['one sentence', { detail: 'Not found.' }, [['', 'Not found.']]],
  [
    'nested objects',
    { attributes: { root_volume: { size: ['Too small.'] } } },
    [['attributes.root_volume.size', 'Too small.']],
  ],
  ['a text instead of a list', { name: 'Taken.' }, [['name', 'Taken.']]],
  ['no body', undefined, []],
])('reads errors at their fields: %s', (_, body, expected) => {
  expect(fieldErrors(body).map(({ field, message }) => [field, message])).toEqual(expected);
});
