import { expect, test } from 'vitest';
import { strategicMerge } from './strategic-merge.ts';

const pod = {
  containers: [
    { name: 'a', image: '1' },
    { name: 'b', image: '1' },
  ],
  args: ['x'],
};

test.each([
  ['members of a list are merged by their key', { containers: [{ name: 'b', image: '2' }] }, 'a1 b2'],
  ['a new member is added', { containers: [{ name: 'c', image: '1' }] }, 'a1 b1 c1'],
  ['a member can be deleted', { containers: [{ name: 'a', $patch: 'delete' }] }, 'b1'],
  ['a list can be replaced', { containers: [{ $patch: 'replace' }, { name: 'c', image: '1' }] }, 'c1'],
  ['the order of a list is no field of it', { '$setElementOrder/containers': [{ name: 'b' }] }, 'a1 b1'],
])('%s', (_what, patch, containers) => {
  const merged: unknown = strategicMerge(pod, patch);
  const expected = containers.split(' ').map(([name, image]) => ({ name, image }));
  expect(merged).toEqual({ containers: expected, args: ['x'] });
});

test('a list without a key is replaced, and null takes away', () => {
  expect(strategicMerge(pod, { args: ['y'], containers: null })).toEqual({ args: ['y'] });
});

test('a list of finalizers is united, and members are taken from it by name', () => {
  expect(strategicMerge({ finalizers: ['a'] }, { finalizers: ['b'] })).toEqual({ finalizers: ['a', 'b'] });
  expect(strategicMerge({ finalizers: ['a', 'b'] }, { '$deleteFromPrimitiveList/finalizers': ['a'] })).toEqual({
    finalizers: ['b'],
  });
});
