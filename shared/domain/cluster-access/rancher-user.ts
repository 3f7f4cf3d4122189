import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { failure } from '../_core/failure.ts';
import { derivedUuid, instant, type Uuid, uuid } from '../_core/identifier.ts';
import { newRecord, record } from '../_core/record.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { fullNameOf, type User } from '../identity/user.ts';
import { inProject } from '../organizations/placement.ts';
import { roleTemplateUuid } from '../providers/rancher-role-template.ts';
import { projectRole } from './project-roles.ts';

/**
 * A user's account in a provider's Rancher. The account's roles in Rancher follow the user's roles in Paddock
 * (docs/spec/access.md#accounts-in-rancher). A user has one account for each provider.
 */
export const rancherUser = record.extend({
  settingsUuid: uuid,
  userUuid: uuid,
  username: z.string(),
  fullName: z.string(),
  /** Rancher's id of the account. Absent until Rancher has the account. */
  backendId: z.string().optional(),
  /** When the account was blocked because the user had no role any more. */
  blockedAt: instant.optional(),
  /** The account's roles in Rancher projects. A record of an earlier release has none until the next sync. */
  projectRoles: z.array(projectRole).optional(),
  /** Why the account or one of its roles in Rancher is not up to date. */
  lastError: failure.optional(),
});
export type RancherUser = z.infer<typeof rancherUser>;
export type RancherUserRef = Pick<RancherUser, 'settingsUuid' | 'userUuid'>;

/**
 * A role that the account has in a cluster (Waldur's RancherUserClusterLink). There is one such record for each role of
 * a user in a cluster.
 */
export const rancherUserLink = record.extend({
  ...inProject.shape,
  settingsUuid: uuid,
  userUuid: uuid,
  clusterUuid: uuid,
  clusterName: z.string(),
  /** Rancher's id of the cluster. */
  placeId: z.string(),
  roleUuid: uuid,
  /** Rancher's id of the role template. */
  role: z.string(),
  /** Rancher's id of the role binding. Absent until Rancher has the binding. */
  bindingId: z.string().optional(),
});
export type RancherUserLink = z.infer<typeof rancherUserLink>;

/**
 * The record of a new account. The record is written before Rancher creates the account, so that the account is found
 * even if Rancher's answer is lost.
 */
export const newRancherUser = (settingsUuid: Uuid, user: User, now: Date): RancherUser => ({
  ...newRecord(derivedUuid(settingsUuid, `rancher-user/${user.uuid}`), now),
  settingsUuid,
  userUuid: user.uuid,
  username: user.username,
  fullName: fullNameOf(user),
});

export function newRancherUserLink(cluster: Cluster, userUuid: Uuid, role: string, now: Date): RancherUserLink {
  const { settingsUuid, uuid: clusterUuid, name: clusterName, backendId: placeId } = cluster;
  return {
    ...newRecord(derivedUuid(clusterUuid, `rancher-user-link/${userUuid}/${role}`), now),
    ...inProject.parse(cluster),
    settingsUuid,
    userUuid,
    clusterUuid,
    clusterName,
    placeId,
    role,
    roleUuid: roleTemplateUuid({ settingsUuid, scopeType: 'cluster', name: role }),
  };
}

/**
 * An account belongs to no customer. The roles of the account decide who may see the account. The account's events
 * belong to the provider, so only staff and support see them. Events about a role belong to the cluster of the role.
 */
export const rancherUserRecord = defineRecord({
  name: 'RANCHER_USER',
  title: 'RancherUser',
  schema: rancherUser,
  audit: {
    model: 'Rancher.RancherUser',
    title: 'Account in Rancher of',
    nameOf: (facts) => textOf(facts, 'username') ?? '',
    created: 'rancher_user_created',
    updated: ({ after, changed }) =>
      changed.includes('blockedAt') && after.blockedAt !== undefined ? 'rancher_user_blocked' : 'rancher_user_updated',
    deleted: 'rancher_user_deleted',
    fields: {
      settingsUuid: 'detail',
      userUuid: 'detail',
      username: 'shown',
      fullName: 'detail',
      backendId: 'detail',
      blockedAt: 'shown',
      projectRoles: 'detail',
      lastError: 'detail',
    },
  },
});

export const rancherUserLinkRecord = defineRecord({
  name: 'RANCHER_USER_LINK',
  title: 'RancherUserClusterLink',
  schema: rancherUserLink,
  listedBy: ['customer', 'project'],
  audit: {
    model: 'Rancher.RancherUserClusterLink',
    title: 'Role in Rancher',
    nameOf: (facts) => `${textOf(facts, 'role')} in ${textOf(facts, 'clusterName')}`,
    created: 'rancher_role_granted',
    updated: 'rancher_role_updated',
    deleted: 'rancher_role_revoked',
    fields: {
      projectUuid: 'hidden',
      projectName: 'hidden',
      customerUuid: 'hidden',
      customerName: 'hidden',
      settingsUuid: 'hidden',
      clusterUuid: 'hidden',
      clusterName: 'detail',
      roleUuid: 'hidden',
      role: 'shown',
      userUuid: 'shown',
      placeId: 'detail',
      bindingId: 'detail',
    },
  },
});
