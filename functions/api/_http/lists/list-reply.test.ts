import { expect, test } from 'vitest';
import type { PageRequest } from '#shared/ports/store';
import { ordered } from './list-reply.ts';
import { pageOf } from './paging.ts';

const names = Array.from({ length: 1_000 }, (_, at) => ({ name: `c${(at * 7) % 1_000}`.padStart(4, '0') }));

test('another order reads what there is once, not a page after the other, each with all before it', async () => {
  const asked: PageRequest[] = [];
  const list = (page: PageRequest) => {
    asked.push(page);
    return pageOf(names)(page);
  };
  const sorted = ordered(new URLSearchParams('o=-name'), list, { name: ({ name }: { name: string }) => name });
  const { items, total } = await sorted({ page: 2, pageSize: 2 });
  expect([items.map(({ name }) => name), total]).toEqual([['c997', 'c996'], 1_000]);
  expect(asked).toHaveLength(1);
});
