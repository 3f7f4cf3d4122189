import { expect, test } from 'vitest';
import { changedParameters, pageIn } from './address.ts';

test.each([
  ['state=OK&page=3', { query: 'web' }, 'state=OK&query=web'],
  ['state=OK&page=3', { state: null }, ''],
  ['state=OK', { page: '2' }, 'state=OK&page=2'],
])('%s with %j becomes %s', (before, changes, after) => {
  expect(changedParameters(new URLSearchParams(before), changes).toString()).toBe(after);
});

test.each([
  ['page=4', 4],
  ['', 1],
  ['page=-1', 1],
  ['page=x', 1],
])('%j is page %i', (address, page) => {
  expect(pageIn(new URLSearchParams(address))).toBe(page);
});
