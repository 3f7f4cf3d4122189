import type { KeycloakGroup } from '../cluster-access/groups/keycloak-group.ts';
import type { KeycloakMembership } from '../cluster-access/groups/keycloak-membership.ts';
import type { RancherProject } from '../cluster-access/rancher-project.ts';
import type { RancherUser, RancherUserLink } from '../cluster-access/rancher-user.ts';
import { type Facts, textOf, told } from './told-kind.ts';

const PLACED = {
  projectUuid: 'silent',
  projectName: 'silent',
  customerUuid: 'silent',
  customerName: 'silent',
  settingsUuid: 'silent',
  clusterUuid: 'silent',
  scopeType: 'told',
  scopeUuid: 'told',
  scopeName: 'detail',
  roleUuid: 'silent',
  role: 'told',
} as const;

export const TOLD_KEYCLOAK_GROUP = told<KeycloakGroup>({
  model: 'Rancher.KeycloakGroup',
  title: 'Keycloak group',
  created: 'keycloak_group_created',
  updated: 'keycloak_group_updated',
  deleted: 'keycloak_group_deleted',
  fields: { ...PLACED, name: 'told', keycloakId: 'told', bindingId: 'told', lastError: 'told' },
});

const membershipName = (facts: Facts): string => `${textOf(facts, 'username')} as ${textOf(facts, 'role')}`;

/** A look at Keycloak that finds what was there is no event. */
export const TOLD_MEMBERSHIP = told<KeycloakMembership>({
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
    username: 'told',
    email: 'told',
    firstName: 'silent',
    lastName: 'silent',
    keycloakUserId: 'detail',
    state: 'told',
    lastChecked: 'silent',
    revokedAt: 'told',
    lastError: 'detail',
  },
});

/** By whoever works in Rancher; a pass only finds it. */
export const TOLD_RANCHER_PROJECT = told<RancherProject>({
  model: 'Rancher.Project',
  title: 'Project in Rancher',
  created: 'rancher_project_created',
  updated: 'rancher_project_updated',
  deleted: 'rancher_project_deleted',
  fields: {
    ...{ projectUuid: 'silent', projectName: 'silent', customerUuid: 'silent', customerName: 'silent' },
    ...{ settingsUuid: 'silent', clusterUuid: 'silent', clusterName: 'detail', backendId: 'detail' },
    ...{ name: 'told', description: 'told', runtimeState: 'silent', namespaces: 'silent', isSystem: 'silent' },
  },
});

/** Of a provider, and so for its staff; roles of the account are told where they are. */
export const TOLD_RANCHER_USER = told<RancherUser>({
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
    username: 'told',
    fullName: 'detail',
    backendId: 'detail',
    blockedAt: 'told',
    lastError: 'detail',
  },
});

export const TOLD_RANCHER_USER_LINK = told<RancherUserLink>({
  model: 'Rancher.RancherUserClusterLink',
  title: 'Role in Rancher',
  nameOf: (facts) => `${textOf(facts, 'role')} in ${textOf(facts, 'clusterName')}`,
  created: 'rancher_role_granted',
  updated: 'rancher_role_updated',
  deleted: 'rancher_role_revoked',
  fields: {
    ...{ projectUuid: 'silent', projectName: 'silent', customerUuid: 'silent', customerName: 'silent' },
    ...{ settingsUuid: 'silent', clusterUuid: 'silent', clusterName: 'detail', roleUuid: 'silent', role: 'told' },
    ...{ userUuid: 'told', placeId: 'detail', bindingId: 'detail' },
  },
});
