import { expect, test } from 'vitest';
import { diffListed } from './diff-listed.ts';

const owner = { uuid: 'a', name: 'Cluster Owner', created: 'then' };
const again = { ...owner, created: 'now' };
const renamed = { ...again, name: 'Owner' };
const nothing = { create: [], change: [], missing: [] };

test.each([
  ['nothing is there', [], [], nothing],
  ['all is known', [owner], [again], nothing],
  ['one is new', [], [again], { ...nothing, create: [again] }],
  ['one is listed twice', [], [again, again], { ...nothing, create: [again] }],
  ['one has another name', [owner], [renamed], { ...nothing, change: [{ recorded: owner, found: renamed }] }],
  ['one is gone', [owner], [], { ...nothing, missing: [owner] }],
])('%s', (_what, recorded, found, expected) => {
  expect(diffListed(recorded, found, ['name'])).toEqual(expected);
});
