import { expect, test } from 'vitest';
import { differences } from './cloud-inventory.ts';

test('what is left behind is named, and what is missing too', () => {
  const before = { servers: ['1 a'], ports: ['2 b'], volumes: [] };
  const after = { servers: ['1 a'], ports: [], volumes: ['3 c'] };
  expect(differences(before, after)).toEqual(['gone: ports 2 b', 'left: volumes 3 c']);
});

test('a cloud that is as it was has no differences', () => {
  expect(differences({ servers: ['1 a'] }, { servers: ['1 a'] })).toEqual([]);
});
