import { expect, test } from 'vitest';
import { readSearch } from './search.ts';

const NOTHING = { query: '', state: undefined, order: '-created', page: 1 };

test.each([
  ['', NOTHING],
  ['query=web&state=OK&o=name&page=3', { query: 'web', state: 'OK', order: 'name', page: 3 }],
  ['state=BROKEN&o=toString&page=-1', NOTHING],
  ['page=1.5', NOTHING],
])('the address ?%s is the search %j', (address, search) => {
  expect(readSearch(new URLSearchParams(address))).toEqual(search);
});
