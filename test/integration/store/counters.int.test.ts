import { expect, test } from 'vitest';
import { newStore } from '../_worlds/new-store.ts';

test('a counter never gives a number twice, however many ask at the same moment', async () => {
  const { store } = await newStore();
  const given = await Promise.all(Array.from({ length: 200 }, () => store.counters.next('acme-web')));
  expect(given.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  expect(await store.counters.next('other')).toBe(1);
});
