import { expect, test } from 'vitest';
import { limitsOf, nextReplicas } from './rollout-plan.ts';

const set = (name: string, replicas: number, available = replicas, present = replicas) => ({
  ...{ name, replicas, available, present },
});

test.each([
  ['one more than wanted, none missing, where nothing is said', {}, 3, { surge: 1, unavailable: 0 }],
  ['numbers as they are', { maxSurge: 2, maxUnavailable: 1 }, 3, { surge: 2, unavailable: 1 }],
  [
    'shares of a surge rounded up, of a lack down',
    { maxSurge: '30%', maxUnavailable: '30%' },
    5,
    { surge: 2, unavailable: 1 },
  ],
  ['one missing where there may be neither', { maxSurge: 0, maxUnavailable: 0 }, 3, { surge: 0, unavailable: 1 }],
])('a rollout takes %s (T24)', (_what, strategy, wanted, limits) => {
  expect(limitsOf(strategy, wanted)).toEqual(limits);
});

test.each([
  ['begins with one machine more', set('new', 0), set('old', 3), { new: 1, old: 3 }],
  ['waits until that one can be used', set('new', 1, 0), set('old', 3), { new: 1, old: 3 }],
  ['then takes one of the old', set('new', 1), set('old', 3), { new: 1, old: 2 }],
  ['goes on with the next', set('new', 1), set('old', 2), { new: 2, old: 2 }],
  ['ends without any of the old', set('new', 3), set('old', 1), { new: 3, old: 0 }],
  ['waits until a machine that goes is gone', set('new', 1), set('old', 2, 2, 3), { new: 1, old: 2 }],
  ['takes old ones first that are of no use', set('new', 1), set('old', 3, 2), { new: 1, old: 2 }],
])('a rolling update of three machines %s (T15, T24)', (_what, current, old, next) => {
  expect(nextReplicas({ wanted: 3, strategy: {}, current, old: [old] })).toEqual(next);
});

test('a pool that is scaled has its number at once, up and down (T22)', () => {
  expect(nextReplicas({ wanted: 5, strategy: {}, current: set('a', 2), old: [] })).toEqual({ a: 5 });
  expect(nextReplicas({ wanted: 0, strategy: {}, current: set('a', 2), old: [] })).toEqual({ a: 0 });
});
