import { expect, test } from 'vitest';
import { changedParameters, pageIn } from './address.ts';

test.each([
  ['state=OK&page=3', { page: null, query: 'web' }, 'state=OK&query=web'],
  ['state=OK&page=3', { page: null, state: null }, ''],
  ['state=OK', { page: '2' }, 'state=OK&page=2'],
  ['failed=2&page=3', { failed: '1' }, 'failed=1&page=3'],
])('%s with %j becomes %s', (before, changes, after) => {
  expect(changedParameters(new URLSearchParams(before), changes).toString()).toBe(after);
});

test.each([
  ['page=4', 'page', 4],
  ['page=4&failed=2', 'failed', 2],
  ['page=4', 'failed', 1],
  ['', 'page', 1],
  ['page=-1', 'page', 1],
  ['page=x', 'page', 1],
])('in %j the list %s shows page %i', (address, name, page) => {
  expect(pageIn(new URLSearchParams(address), name)).toBe(page);
});
