import { expect, test } from 'vitest';
import { diffRoleTemplates } from './diff-role-templates.ts';

const owner = { scopeType: 'cluster', name: 'cluster-owner', displayName: 'Cluster Owner' } as const;
const found = { id: 'cluster-owner', name: 'Cluster Owner', context: 'cluster' } as const;
const nothing = { create: [], rename: [], missing: [] };

test.each([
  ['nothing is there', [], [], nothing],
  ['all is known', [owner], [found], nothing],
  ['a role is new', [], [found], { ...nothing, create: [owner] }],
  [
    'one is shown under another name',
    [owner],
    [{ ...found, name: 'Owner' }],
    { ...nothing, rename: [{ role: owner, displayName: 'Owner' }] },
  ],
  ['one is gone', [owner], [], { ...nothing, missing: [owner] }],
  [
    'a role of projects has the id of one of clusters',
    [owner],
    [found, { ...found, context: 'project' } as const],
    { ...nothing, create: [{ ...owner, scopeType: 'project' }] },
  ],
])('%s', (_what, recorded, roles, expected) => {
  expect(diffRoleTemplates(recorded, roles)).toEqual(expected);
});
