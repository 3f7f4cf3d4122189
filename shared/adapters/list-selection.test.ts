import { expect, test } from 'vitest';
import { BackendContractBroken } from '../errors.ts';
import { isSelected, listingBounds, NO_CRITERIA, queryOf, type Selection } from './list-selection.ts';

type Item = { owner?: string | null; tags?: string[] };
const ofOwner = (owner: string | undefined): Selection<Item> => ({ owner: { is: owner, of: (it) => it.owner } });
const tagged = (tag: string | undefined): Selection<Item> => ({ tags: { has: tag, of: (it) => it.tags } });

test.each<[string, Selection<Item>, Item, boolean]>([
  ['a field that is the value', ofOwner('a'), { owner: 'a' }, true],
  ['another one’s', ofOwner('a'), { owner: 'b' }, false],
  ['a value that begins with ours', ofOwner('a'), { owner: 'ab' }, false],
  ['one that does not name its owner', ofOwner('a'), {}, false],
  ['one that says null', ofOwner('a'), { owner: null }, false],
  ['an empty field, where nothing was given', ofOwner(''), { owner: '' }, false],
  ['anything, where nothing is asked for', ofOwner(undefined), { owner: 'b' }, true],
  ['a list with the value', tagged('x'), { tags: ['y', 'x'] }, true],
  ['a list without it', tagged('x'), { tags: ['xx'] }, false],
  ['no list', tagged('x'), {}, false],
  ['one of two criteria', { ...ofOwner('a'), ...tagged('x') }, { owner: 'a' }, false],
  ['what holds', { q: { ask: 'a:b', holds: () => true } }, {}, true],
  ['what does not hold', { q: { ask: 'a:b', holds: () => false } }, {}, false],
  ['anything of a list that is read as a whole', NO_CRITERIA, {}, true],
])('selected or not: %s', (_what, where, item, selected) => {
  expect(isSelected(where)(item)).toBe(selected);
});

test('the query has what is compared', () => {
  expect(queryOf({ ...ofOwner('a'), ...tagged(undefined), type: { ask: ['x', 'y'], holds: () => true } })).toEqual({
    owner: 'a',
    tags: undefined,
    type: ['x', 'y'],
  });
});

test('a list with pages that never end is an error that names it', async () => {
  const read = listingBounds('Rancher', 'listNodes');
  const page = async () => ({ body: ['a'], bytes: 10, header: () => undefined });
  const readOn = async () => {
    for (;;) await read(page, ({ length }) => length);
  };
  await expect(readOn()).rejects.toThrow(BackendContractBroken);
  await expect(readOn()).rejects.toThrow(/Rancher answered listNodes with more than/);
});

test.each([
  ['items', { items: 1_000_000, bytes: 10 }],
  ['bytes', { items: 1, bytes: 65 * 1024 * 1024 }],
])('a page with too many %s ends its list', async (_, { items, bytes }) => {
  const read = listingBounds('Nova', 'listServers');
  const page = async () => ({ body: items, bytes, header: () => undefined });
  await expect(read(page, (body) => body)).rejects.toThrow(/Nova answered listServers with more than/);
});
