import { describe, expect, test } from 'vitest';
import { pageHeaders, readPage } from './paging.ts';

const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
const list = async ({ page, pageSize }: { page: number; pageSize: number }) => ({
  items: numbers.slice((page - 1) * pageSize, page * pageSize),
  total: numbers.length,
});
const read = (search: string) => readPage(new URLSearchParams(search), list);
const linksOf = (search: string, total: number, page: number, pageSize = 10) =>
  pageHeaders(
    { origin: 'https://p.example', path: '/api/customers/', query: new URLSearchParams(search) },
    { total, page, pageSize },
  ).link?.split(', ');

describe('which page is read', () => {
  test.each([
    ['', 1, 10],
    ['page=', 1, 10],
    ['page=2&page_size=5', 6, 5],
    ['page_size=0', 1, 10],
    ['page_size=-1', 1, 10],
    ['page_size=abc', 1, 10],
    ['page_size=301', 1, 25],
    ['page=last', 21, 5],
    ['page=3', 21, 5],
  ])('"%s" starts at item %i and shows %i', async (search, first, shown) => {
    const { items } = await read(search);
    expect([items[0], items.length]).toEqual([first, shown]);
  });

  test.each(['page=0', 'page=-1', 'page=abc', 'page=4'])('"%s" is 404 "Invalid page."', async (search) => {
    await expect(read(search)).rejects.toMatchObject({ status: 404, message: 'Invalid page.' });
  });

  test('a page size beyond 300 is cut to 300', async () => {
    const sizes: number[] = [];
    await readPage(new URLSearchParams('page_size=5000'), async ({ pageSize }) => {
      sizes.push(pageSize);
      return { items: [], total: 0 };
    });
    expect(sizes).toEqual([300]);
  });

  test('an empty list has a first page', async () => {
    const page = await readPage(new URLSearchParams(), async () => ({ items: [], total: 0 }));
    expect(page).toMatchObject({ items: [], page: 1 });
  });
});

describe('Link', () => {
  test('in the middle has first, prev, next and last; the first page has no page parameter', () => {
    expect(linksOf('page=2&name=a', 25, 2)).toEqual([
      '<https://p.example/api/customers/?name=a>; rel="first"',
      '<https://p.example/api/customers/?name=a>; rel="prev"',
      '<https://p.example/api/customers/?name=a&page=3>; rel="next"',
      '<https://p.example/api/customers/?name=a&page=3>; rel="last"',
    ]);
  });

  test('of an only page, empty or not, has first and last and no page', () => {
    const only = ['<https://p.example/api/customers/>; rel="first"', '<https://p.example/api/customers/>; rel="last"'];
    expect(linksOf('', 0, 1)).toEqual(only);
    expect(linksOf('page=1', 10, 1)).toEqual(only);
  });

  test('of the last page has no next', () => {
    expect(linksOf('page=3', 25, 3)?.map((link) => link.split('"')[1])).toEqual(['first', 'prev', 'last']);
  });
});
