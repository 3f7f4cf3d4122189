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

test.each([
  ['-created', undefined, ['b', 'a']],
  ['-created', 'oldest first', ['a', 'b']],
  ['created', 'oldest first', ['b', 'a']],
] as const)('o=%s leaves a list only as it is if the store has it in that order (%s)', async (o, stored, names) => {
  const items = [
    { name: 'b', created: '1' },
    { name: 'a', created: '2' },
  ];
  const list = pageOf(items);
  const keys = { created: ({ created }: { created: string }) => created };
  const page = await ordered(new URLSearchParams({ o }), list, keys, stored)({ page: 1, pageSize: 10 });
  expect(page.items.map(({ name }) => name)).toEqual(names);
});
