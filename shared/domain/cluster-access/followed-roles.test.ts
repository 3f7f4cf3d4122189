import { expect, test } from 'vitest';
import { aCluster, aUuid } from '#test/builders/builders';
import type { RoleGrant, RoleName } from '../organizations/role.ts';
import { followedRoles, isIgnored } from './diff-rancher-user.ts';

const [customer, project, user, other] = [aUuid(), aUuid(), aUuid(), aUuid()];
const cluster = aCluster({ customerUuid: customer, projectUuid: project });
const grant = (role: RoleName, userUuid = user): RoleGrant => ({
  ...{ userUuid, role, customerUuid: customer, created: '2026-01-01T00:00:00.000Z' },
  ...(role === 'CUSTOMER.OWNER'
    ? { scopeType: 'customer', scopeUuid: customer }
    : { scopeType: 'project', scopeUuid: project }),
});
const rolesOf = (...grants: RoleGrant[]) => {
  const wanted = followedRoles([cluster], (uuid) => grants.filter(({ scopeUuid }) => scopeUuid === uuid));
  return [...wanted].map(([uuid, links]) => [uuid, links.map(({ role }) => role)]);
};

test.each<[roles: RoleName[], inRancher: string[]]>([
  [['CUSTOMER.OWNER'], ['cluster-owner']],
  [['PROJECT.MANAGER'], ['cluster-owner']],
  [['PROJECT.ADMIN'], ['cluster-member']],
  [['PROJECT.ADMIN', 'PROJECT.MANAGER'], ['cluster-owner']],
  [['CUSTOMER.OWNER', 'PROJECT.ADMIN'], ['cluster-owner']],
  [['PROJECT.MEMBER', 'PROJECT.ADMIN'], ['cluster-member']],
])('%j is %j in Rancher (S0-118)', (roles, inRancher) => {
  expect(rolesOf(...roles.map((role) => grant(role)))).toEqual([[user, inRancher]]);
});

test('members of projects have no role there, and each user has only their own', () => {
  expect(rolesOf(grant('PROJECT.MEMBER'))).toEqual([]);
  expect(rolesOf(grant('PROJECT.ADMIN'), grant('PROJECT.MANAGER', other))).toEqual([
    [user, ['cluster-member']],
    [other, ['cluster-owner']],
  ]);
});

test.each([
  ['OK', 'c-m-1', false],
  ['UPDATE_SCHEDULED', 'c-m-1', false],
  ['UPDATING', 'c-m-1', false],
  ['ERRED', 'c-m-1', false],
  ['ERRED', '', true],
  ['CREATION_SCHEDULED', '', true],
  ['CREATING', 'c-m-1', true],
  ['DELETION_SCHEDULED', 'c-m-1', true],
  ['DELETING', 'c-m-1', true],
] as const)('roles in a cluster that is %s with the id %j in Rancher are ignored: %s', (state, backendId, expected) => {
  expect(isIgnored({ state, backendId })).toBe(expected);
});
