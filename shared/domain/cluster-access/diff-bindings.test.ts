import { expect, test } from 'vitest';
import { diffBindings, type FoundBinding, type WantedBinding } from './diff-bindings.ts';
import { childGroupName, groupPrincipal } from './groups/group-names.ts';

const CLUSTER = 'c'.repeat(32);
const OTHER = 'd'.repeat(32);
const place = { type: 'cluster', uuid: CLUSTER } as const;
const groupName = childGroupName(place, 'cluster-owner');
const wanted: WantedBinding = { groupName, roleTemplateId: 'cluster-owner' };
const bound = (name: string, roleTemplateId = 'cluster-owner'): FoundBinding => ({
  ...{ id: `crtb-${name}`, roleTemplateId },
  groupPrincipalId: groupPrincipal(name),
});
const made = { ...wanted, groupPrincipalId: groupPrincipal(groupName) };

test.each<[what: string, wanted: WantedBinding[], found: FoundBinding[], expected: object]>([
  ['a new group is bound', [wanted], [], { create: [made], remove: [] }],
  ['one that is bound stays so', [wanted], [bound(groupName)], { create: [], remove: [] }],
  [
    'a binding removed by hand is made again, whatever others there are',
    [wanted],
    [bound('developers'), bound(groupName, 'cluster-member')],
    { create: [made], remove: [] },
  ],
  ['a binding of a group that is gone is removed', [], [bound(groupName)], { create: [], remove: [bound(groupName)] }],
  [
    'the same in the short style',
    [],
    [bound(`c_${CLUSTER}_cluster-owner`)],
    { create: [], remove: [bound(`c_${CLUSTER}_cluster-owner`)] },
  ],
])('%s', (_what, wants, found, expected) => {
  expect(diffBindings(place, wants, found)).toEqual(expected);
});

test.each<[what: string, binding: FoundBinding]>([
  ['a group of another name', bound('developers')],
  ['a cluster’s parent group', bound(`c_${CLUSTER}`)],
  ['our group of another cluster, bound here by hand', bound(`cluster_${OTHER}_cluster-owner`)],
  ['our group, bound by hand to another role', bound(groupName, 'cluster-member')],
  ['a project’s group with the same number', bound(`project_${CLUSTER}_cluster-owner`)],
  ['a user', { ...bound(groupName), groupPrincipalId: `keycloakoidc_user://${groupName}` }],
  ['a user of Rancher’s own', { ...bound(groupName), groupPrincipalId: '' }],
])('the binding of %s is kept', (_what, binding) => {
  expect(diffBindings(place, [], [binding])).toEqual({ create: [], remove: [] });
});
