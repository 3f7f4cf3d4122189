import { expect, test } from 'vitest';
import { pageOf, withFew } from './paging.ts';

type Item = { created: string };
const at = (day: number): Item => ({ created: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z` });
/** Items from newest to oldest, which is the order of the store. */
const long = [28, 26, 24, 22, 20, 18, 16, 14, 12, 10].map(at);

test.each([
  ['newer than all', [31, 30]],
  ['older than all', [3, 2, 1]],
  ['between the others', [25, 15, 11]],
  ['more than a page', [31, 27, 25, 23, 21, 9, 8]],
])('few items are in their place by age on every page, each once: %s', async (_where, days) => {
  const list = withFew(days.map(at), pageOf(long));
  const expected = [...days.map(at), ...long].sort((a, b) => b.created.localeCompare(a.created));
  for (const pageSize of [1, 3, 4, 100]) {
    const pages = Array.from({ length: Math.ceil(expected.length / pageSize) }, (_, index) => index + 1);
    const read = await Promise.all(pages.map((page) => list({ page, pageSize })));
    expect(read.flatMap(({ items }) => items)).toEqual(expected);
    expect(read.every(({ total }) => total === expected.length)).toBe(true);
  }
});

test('a page without further items asks for one page of the long list', async () => {
  const asked: number[] = [];
  const list = withFew([], (request) => {
    asked.push(request.page);
    return pageOf(long)(request);
  });
  expect((await list({ page: 2, pageSize: 4 })).items).toEqual(long.slice(4, 8));
  expect(asked).toEqual([2]);
});
