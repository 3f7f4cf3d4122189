import { expect, test } from 'vitest';
import { aRancherUser, aRancherUserLink } from '#test/builders/access-builders';
import { aCluster, aUser, aUuid, CREATED } from '#test/builders/builders';
import { fullNameOf } from '../identity/user.ts';
import {
  diffRancherUser,
  isReconciled,
  KEPT_BLOCKED_MS,
  type RancherUserDiff,
  type RancherUserFacts,
} from './diff-rancher-user.ts';

const now = new Date(CREATED);
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
const user = aUser();
const cluster = aCluster({ backendId: 'c-m-here' });
const record = aRancherUser({ userUuid: user.uuid, fullName: fullNameOf(user) });
const owner = aRancherUserLink(cluster, record, { bindingId: 'c-m-here:crtb-1' });
const member = aRancherUserLink(cluster, record, { role: 'cluster-member', bindingId: 'c-m-here:crtb-2' });
const wanted = { cluster, role: 'cluster-owner' };
const account = { id: 'u-1', username: user.username, isEnabled: true };
const bound = { id: 'c-m-here:crtb-1', placeId: 'c-m-here', roleTemplateId: 'cluster-owner' };

/** Record, account and roles are as wanted, so nothing has to change. */
const asWanted: RancherUserFacts = {
  ...{ user, wanted: [wanted], record, links: [owner], leftBe: new Set() },
  ...{ account, mayLogIn: true, bindings: [bound], projectRoles: [] },
};
const lost: Partial<RancherUserFacts> = { wanted: [] };
const inProject = {
  ...{ customerUuid: cluster.customerUuid, projectUuid: cluster.projectUuid, clusterUuid: cluster.uuid },
  ...{ rancherProjectUuid: aUuid(), rancherProjectName: 'Default', roleUuid: aUuid() },
};
const NOTHING: RancherUserDiff = {
  ...{ grant: [], bind: [], renote: [], revoke: [], makeAccount: false, allowLogin: false, rename: false },
  noteProjectRoles: false,
  account: 'keep',
};
const blocked = (ms: number) => ({ ...record, blockedAt: ago(ms) });

test.each<[what: string, facts: Partial<RancherUserFacts>, diff: Partial<RancherUserDiff>]>([
  ['all as it should be', {}, {}],
  [
    'a new user',
    { record: undefined, links: [], account: undefined, mayLogIn: false, bindings: [] },
    { grant: [wanted], makeAccount: true, allowLogin: true },
  ],
  [
    'an account that was made but not recorded',
    { links: [], mayLogIn: false, bindings: [] },
    { grant: [wanted], allowLogin: true },
  ],
  [
    'a binding that was made but not recorded',
    { links: [{ ...owner, bindingId: undefined }] },
    { renote: [{ link: { ...owner, bindingId: undefined }, bindingId: bound.id }] },
  ],
  ['a binding that was removed by hand', { bindings: [] }, { bind: [owner] }],
  ['one bound twice by hand', { bindings: [{ ...bound, id: 'c-m-here:crtb-0' }, bound] }, {}],
  [
    'an account that was removed by hand',
    { account: undefined, mayLogIn: false, bindings: [] },
    { bind: [owner], makeAccount: true, allowLogin: true },
  ],
  ['a role in a Rancher project that is not recorded', { projectRoles: [inProject] }, { noteProjectRoles: true }],
  [
    'a role in a Rancher project that is recorded',
    { record: { ...record, projectRoles: [inProject] }, projectRoles: [inProject] },
    {},
  ],
  ['a user who lost the right to sign in', { mayLogIn: false }, { allowLogin: true }],
  ['one that Rancher’s administrator has blocked', { account: { ...account, isEnabled: false } }, {}],
  ['a new name', { user: { ...user, lastName: 'Other' } }, { rename: true }],
  [
    'another role',
    { links: [member], bindings: [{ ...bound, id: 'c-m-here:crtb-2', roleTemplateId: 'cluster-member' }] },
    { grant: [wanted], revoke: [{ link: member, bindingIds: ['c-m-here:crtb-2'] }] },
  ],
  ['the last role lost', lost, { revoke: [{ link: owner, bindingIds: [bound.id] }], account: 'block' }],
  [
    'a user who may not sign in here any more',
    { user: undefined },
    { revoke: [{ link: owner, bindingIds: [bound.id] }], account: 'block' },
  ],
  ['blocked a moment ago', { ...lost, links: [], bindings: [], record: blocked(0) }, {}],
  ['blocked for a day', { ...lost, links: [], bindings: [], record: blocked(KEPT_BLOCKED_MS) }, { account: 'remove' }],
  ['a role again', { record: blocked(1), links: [], bindings: [] }, { grant: [wanted], account: 'unblock' }],
  ['all clusters gone', { ...lost, links: [], bindings: [] }, { account: 'remove' }],
  ['a cluster that is being deleted', { ...lost, leftBe: new Set([cluster.uuid]) }, {}],
  [
    'what was bound by hand, in another role',
    { bindings: [bound, { ...bound, id: 'x', roleTemplateId: 'nodes-view' }] },
    {},
  ],
])('%s', (_what, facts, diff) => {
  const found = diffRancherUser({ ...asWanted, ...facts }, now);
  expect(found).toEqual({ ...NOTHING, ...diff });
  expect(isReconciled(found)).toBe(Object.keys(diff).length === 0);
});
