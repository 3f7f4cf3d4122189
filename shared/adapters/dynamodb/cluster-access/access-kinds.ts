import { type KeycloakGroup, keycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import {
  isUnreconciled,
  type KeycloakMembership,
  keycloakMembership,
} from '#shared/domain/cluster-access/groups/keycloak-membership';
import { type RancherProject, rancherProject } from '#shared/domain/cluster-access/rancher-project';
import {
  type RancherUser,
  type RancherUserLink,
  rancherUser,
  rancherUserLink,
} from '#shared/domain/cluster-access/rancher-user';
import { type RancherRoleTemplate, rancherRoleTemplate } from '#shared/domain/providers/rancher-role-template';
import {
  ageKey,
  groupKey,
  groupLookup,
  membershipKey,
  rancherProjectKey,
  rancherProjectLookup,
  rancherUserKey,
  rancherUserLinkKey,
  rancherUserLookup,
  rancherUsersOfCluster,
  roleTemplateKey,
  roleTemplateLookup,
  unreconciledMemberships,
} from '../_core/keys.ts';
import type { Kind, PlaceOfRow } from '../_core/kind.ts';

const placed = ({ customerUuid, projectUuid }: PlaceOfRow): PlaceOfRow => ({ customerUuid, projectUuid });

export const KEYCLOAK_GROUPS: Kind<KeycloakGroup> = {
  name: 'KEYCLOAK_GROUP',
  title: 'KeycloakGroup',
  schema: keycloakGroup,
  keyOf: groupKey,
  scopes: ['customer', 'project'],
  placeOf: placed,
  lookupOf: ({ uuid }) => groupLookup(uuid),
};
export const KEYCLOAK_MEMBERSHIPS: Kind<KeycloakMembership> = {
  name: 'KEYCLOAK_MEMBERSHIP',
  title: 'KeycloakUserGroupMembership',
  schema: keycloakMembership,
  keyOf: membershipKey,
  scopes: ['customer', 'project'],
  placeOf: placed,
  lookupOf: (item) =>
    isUnreconciled(item) ? { lookupPk: unreconciledMemberships(item.settingsUuid), lookupSk: ageKey(item) } : undefined,
};
/** For everybody: a provider's roles are no secret, and belong to nobody. */
export const ROLE_TEMPLATES: Kind<RancherRoleTemplate> = {
  name: 'ROLE_TEMPLATE',
  title: 'RoleTemplate',
  schema: rancherRoleTemplate,
  keyOf: ({ settingsUuid, scopeType, name }) => roleTemplateKey(settingsUuid, scopeType, name),
  scopes: [],
  placeOf: () => ({}),
  lookupOf: ({ uuid }) => roleTemplateLookup(uuid),
};
export const RANCHER_PROJECTS: Kind<RancherProject> = {
  name: 'RANCHER_PROJECT',
  title: 'Project',
  schema: rancherProject,
  keyOf: rancherProjectKey,
  scopes: ['customer', 'project'],
  placeOf: placed,
  lookupOf: ({ uuid }) => rancherProjectLookup(uuid),
};
/** Of no customer: whom others than staff see is decided by the links. */
export const RANCHER_USERS: Kind<RancherUser> = {
  name: 'RANCHER_USER',
  title: 'RancherUser',
  schema: rancherUser,
  keyOf: rancherUserKey,
  scopes: [],
  placeOf: () => ({}),
  lookupOf: ({ uuid }) => rancherUserLookup(uuid),
};
export const RANCHER_USER_LINKS: Kind<RancherUserLink> = {
  name: 'RANCHER_USER_LINK',
  title: 'RancherUserClusterLink',
  schema: rancherUserLink,
  keyOf: rancherUserLinkKey,
  scopes: ['customer', 'project'],
  placeOf: placed,
  lookupOf: (item) => ({ lookupPk: rancherUsersOfCluster(item.clusterUuid), lookupSk: ageKey(item) }),
};
