import { expect, test } from 'vitest';
import { inOrderOfPaths, inOrderOfTags } from './published-order.ts';

test('what was published keeps its place, and what is new comes last in the order of the tables', () => {
  expect(Object.keys(inOrderOfPaths({ novelty: 1, version: 1, newest: 1, users: 1, '': 1 }))).toEqual([
    '',
    'users',
    'version',
    'novelty',
    'newest',
  ]);
  expect(Object.keys(inOrderOfTags({ novelty: 1, root: 1, keys: 1 }))).toEqual(['keys', 'root', 'novelty']);
});
