import { expect, test } from 'vitest';
import { aCallerWith, aCluster, aStranger, aUuid, staff, support } from '#test/builders/builders';
import { actingRoleOf } from './acting-role.ts';

const place = { customerUuid: aUuid(), projectUuid: aUuid() };
const cluster = aCluster(place);
const ofOthers = aCluster({ customerUuid: place.customerUuid, projectUuid: aUuid() });

test.each([
  ['staff', staff(), { cluster: 'cluster-owner' }],
  ['an owner', aCallerWith('CUSTOMER.OWNER', place), { cluster: 'cluster-owner' }],
  ['a manager', aCallerWith('PROJECT.MANAGER', place), { cluster: 'cluster-owner' }],
  ['an administrator', aCallerWith('PROJECT.ADMIN', place), { cluster: 'cluster-member', project: 'project-owner' }],
  ['support', support(), { cluster: 'cluster-member', project: 'read-only' }],
  ['a member', aCallerWith('PROJECT.MEMBER', place), undefined],
  ['a stranger', aStranger(), undefined],
])('%s acts in a cluster with exactly these roles', (_, caller, expected) => {
  expect(actingRoleOf(caller, cluster)).toEqual(expected);
});

test('a role in the project beside gives no role in the cluster', () => {
  expect(actingRoleOf(aCallerWith('PROJECT.MANAGER', place), ofOthers)).toBeUndefined();
  expect(actingRoleOf(aCallerWith('PROJECT.ADMIN', place), ofOthers)).toBeUndefined();
});
