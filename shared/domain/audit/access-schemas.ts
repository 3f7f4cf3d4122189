import type { KeycloakGroup } from '../cluster-access/groups/keycloak-group.ts';
import type { KeycloakMembership } from '../cluster-access/groups/keycloak-membership.ts';
import type { RancherProject } from '../cluster-access/rancher-project.ts';
import type { RancherUser, RancherUserLink } from '../cluster-access/rancher-user.ts';
import { auditSchema, type Facts, textOf } from './audit-schema.ts';

const PLACED = {
  projectUuid: 'hidden',
  projectName: 'hidden',
  customerUuid: 'hidden',
  customerName: 'hidden',
  settingsUuid: 'hidden',
  clusterUuid: 'hidden',
  scopeType: 'shown',
  scopeUuid: 'shown',
  scopeName: 'detail',
  roleUuid: 'hidden',
  role: 'shown',
} as const;

export const KEYCLOAK_GROUP_AUDIT = auditSchema<KeycloakGroup>({
  model: 'Rancher.KeycloakGroup',
  title: 'Keycloak group',
  created: 'keycloak_group_created',
  updated: 'keycloak_group_updated',
  deleted: 'keycloak_group_deleted',
  fields: { ...PLACED, name: 'shown', keycloakId: 'shown', bindingId: 'shown', lastError: 'shown' },
});

const membershipName = (facts: Facts): string => `${textOf(facts, 'username')} as ${textOf(facts, 'role')}`;

/** A look at Keycloak that finds what was there is no event. */
export const MEMBERSHIP_AUDIT = auditSchema<KeycloakMembership>({
  model: 'Rancher.KeycloakUserGroupMembership',
  title: 'Membership of',
  nameOf: membershipName,
  created: 'keycloak_membership_created',
  updated: ({ after, changed }) => {
    if (changed.includes('revokedAt')) return 'keycloak_membership_revoked';
    return changed.includes('state') && after.state === 'ACTIVE'
      ? 'keycloak_membership_activated'
      : 'keycloak_membership_updated';
  },
  deleted: 'keycloak_membership_deleted',
  fields: {
    ...PLACED,
    groupUuid: 'detail',
    groupName: 'detail',
    username: 'shown',
    email: 'shown',
    firstName: 'hidden',
    lastName: 'hidden',
    keycloakUserId: 'detail',
    state: 'shown',
    lastChecked: 'hidden',
    revokedAt: 'shown',
    lastError: 'detail',
  },
});

/** By whoever works in Rancher; a pass only finds it. */
export const RANCHER_PROJECT_AUDIT = auditSchema<RancherProject>({
  model: 'Rancher.Project',
  title: 'Project in Rancher',
  created: 'rancher_project_created',
  updated: 'rancher_project_updated',
  deleted: 'rancher_project_deleted',
  fields: {
    ...{ projectUuid: 'hidden', projectName: 'hidden', customerUuid: 'hidden', customerName: 'hidden' },
    ...{ settingsUuid: 'hidden', clusterUuid: 'hidden', clusterName: 'detail', backendId: 'detail' },
    ...{ name: 'shown', description: 'shown', runtimeState: 'hidden', namespaces: 'hidden', isSystem: 'hidden' },
  },
});

/** Of a provider, and so for its staff; roles of the account are told where they are. */
export const RANCHER_USER_AUDIT = auditSchema<RancherUser>({
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
    lastError: 'detail',
  },
});

export const RANCHER_USER_LINK_AUDIT = auditSchema<RancherUserLink>({
  model: 'Rancher.RancherUserClusterLink',
  title: 'Role in Rancher',
  nameOf: (facts) => `${textOf(facts, 'role')} in ${textOf(facts, 'clusterName')}`,
  created: 'rancher_role_granted',
  updated: 'rancher_role_updated',
  deleted: 'rancher_role_revoked',
  fields: {
    ...{ projectUuid: 'hidden', projectName: 'hidden', customerUuid: 'hidden', customerName: 'hidden' },
    ...{ settingsUuid: 'hidden', clusterUuid: 'hidden', clusterName: 'detail', roleUuid: 'hidden', role: 'shown' },
    ...{ userUuid: 'shown', placeId: 'detail', bindingId: 'detail' },
  },
});
