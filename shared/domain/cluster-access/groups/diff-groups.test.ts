import { describe, expect, test } from 'vitest';
import { diffGroups, type FoundGroup, type WantedGroup } from './diff-groups.ts';
import { childGroupName, type GroupScope, groupAttributes, parentGroupName } from './group-names.ts';

const CLUSTER = 'c'.repeat(32);
const PROJECT = 'd'.repeat(32);
const owner = { stage: 'test', settingsUuid: 'a'.repeat(32) };
const stranger = { ...owner, settingsUuid: 'b'.repeat(32) };
const inCluster: GroupScope = { type: 'cluster', uuid: CLUSTER };
const inProject: GroupScope = { type: 'project', uuid: PROJECT };

const wanted = (role: string, scope: GroupScope = inCluster): WantedGroup => ({
  ...{ role, scope, clusterUuid: CLUSTER },
  name: childGroupName(scope, role),
});
const parent = (childCount: number, given: Partial<FoundGroup> = {}): FoundGroup => ({
  ...{ id: 'parent', name: parentGroupName(CLUSTER), childCount },
  attributes: groupAttributes(owner, CLUSTER),
  ...given,
});
const child = (role: string, given: Partial<FoundGroup> = {}, scope: GroupScope = inCluster): FoundGroup => ({
  ...{ id: role, name: childGroupName(scope, role), parentId: 'parent', childCount: 0 },
  attributes: groupAttributes(owner, scope.uuid),
  ...given,
});
const foreign = (given: Partial<FoundGroup>): FoundGroup => ({
  ...{ id: 'foreign', name: 'developers', attributes: {}, childCount: 0 },
  ...given,
});

type Case = [what: string, wanted: WantedGroup[], found: FoundGroup[], expected: object];
const nothing = { createParents: [], create: [], keep: [], leftovers: [] };
const both = [wanted('cluster-owner'), wanted('project-member', inProject)];
const CASES: Case[] = [
  ['nothing is wanted and nothing exists', [], [], nothing],
  [
    'nothing exists yet: parent and children are made',
    both,
    [],
    { ...nothing, createParents: [CLUSTER], create: both.map((it) => ({ wanted: it })) },
  ],
  [
    'the parent exists: only the child is made, below it',
    [wanted('cluster-owner')],
    [parent(0)],
    { ...nothing, create: [{ wanted: wanted('cluster-owner'), parentId: 'parent' }] },
  ],
  [
    'all is as it should be: nothing is done',
    both,
    [parent(2), child('cluster-owner'), child('project-member', {}, inProject)],
    {
      ...nothing,
      keep: [
        { wanted: both[0], group: child('cluster-owner') },
        { wanted: both[1], group: child('project-member', {}, inProject) },
      ],
    },
  ],
  [
    'a role has no memberships left: its group is left over, the parent is needed',
    [wanted('cluster-owner')],
    [parent(2), child('cluster-owner'), child('cluster-member')],
    {
      ...nothing,
      keep: [{ wanted: wanted('cluster-owner'), group: child('cluster-owner') }],
      leftovers: [child('cluster-member')],
    },
  ],
  [
    'the cluster is gone: children are left over, then the parent',
    [],
    [parent(2), child('cluster-owner'), child('project-member', {}, inProject)],
    { ...nothing, leftovers: [child('cluster-owner'), child('project-member', {}, inProject), parent(2)] },
  ],
  ['a parent with other groups below it stays', [], [parent(2), child('x')], { ...nothing, leftovers: [child('x')] }],
  [
    'a parent without children that no cluster needs is left over',
    [],
    [parent(0)],
    { ...nothing, leftovers: [parent(0)] },
  ],
  [
    'names of the other style are recognized, and left over if they are not recorded',
    [wanted('cluster-owner')],
    [parent(2), child('cluster-owner'), child('old', { name: childGroupName(inCluster, 'cluster-owner', 'short') })],
    {
      ...nothing,
      keep: [{ wanted: wanted('cluster-owner'), group: child('cluster-owner') }],
      leftovers: [child('old', { name: `c_${CLUSTER}_cluster-owner` })],
    },
  ],
  [
    'a group was moved by hand: it is made at its place, and left over at the other',
    [wanted('cluster-owner')],
    [parent(0), child('cluster-owner', { parentId: 'elsewhere' })],
    {
      ...nothing,
      create: [{ wanted: wanted('cluster-owner'), parentId: 'parent' }],
      leftovers: [child('cluster-owner', { parentId: 'elsewhere' })],
    },
  ],
];

describe('groups', () => {
  test.each(CASES)('%s', (_what, wants, found, expected) => {
    expect(diffGroups(wants, found, owner)).toEqual(expected);
  });

  test.each([
    ['with another name', foreign({})],
    ['with our name but without our mark', foreign({ name: parentGroupName(CLUSTER) })],
    ['of another provider', parent(0, { attributes: groupAttributes(stranger, CLUSTER) })],
    ['with our mark but another name', foreign({ attributes: groupAttributes(owner, CLUSTER) })],
    ['with the name of a parent, at a lower level', parent(0, { parentId: 'elsewhere' })],
  ])('a group %s is never left over, and never kept', (_what, group) => {
    expect(diffGroups([], [group], owner)).toEqual(nothing);
    expect(diffGroups([wanted('cluster-owner')], [group], owner)).toMatchObject({
      createParents: [CLUSTER],
      leftovers: [],
    });
  });
});
