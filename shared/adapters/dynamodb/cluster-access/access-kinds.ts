import { isUnreconciled } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { RECORDS } from '#shared/domain/records';
import {
  ageKey,
  groupKey,
  groupLookup,
  importableClusterKey,
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
import { kindOf } from '../_core/kind.ts';

// The records of all kinds in this file are in the partition of their provider. So the sync jobs of a provider read all
// of them in one query.

export const KEYCLOAK_GROUPS = kindOf(RECORDS.keycloakGroups, {
  keyOf: groupKey,
  lookupOf: ({ uuid }) => groupLookup(uuid),
});
export const KEYCLOAK_MEMBERSHIPS = kindOf(RECORDS.keycloakMemberships, {
  keyOf: membershipKey,
  lookupOf: (item) =>
    isUnreconciled(item) ? { lookupPk: unreconciledMemberships(item.settingsUuid), lookupSk: ageKey(item) } : undefined,
});
export const ROLE_TEMPLATES = kindOf(RECORDS.roleTemplates, {
  keyOf: ({ settingsUuid, scopeType, name }) => roleTemplateKey(settingsUuid, scopeType, name),
  lookupOf: ({ uuid }) => roleTemplateLookup(uuid),
});
export const IMPORTABLE_CLUSTERS = kindOf(RECORDS.importableClusters, {
  keyOf: ({ settingsUuid, uuid }) => importableClusterKey(settingsUuid, uuid),
});
export const RANCHER_PROJECTS = kindOf(RECORDS.rancherProjects, {
  keyOf: rancherProjectKey,
  lookupOf: ({ uuid }) => rancherProjectLookup(uuid),
});
export const RANCHER_USERS = kindOf(RECORDS.rancherUsers, {
  keyOf: rancherUserKey,
  lookupOf: ({ uuid }) => rancherUserLookup(uuid),
});
export const RANCHER_USER_LINKS = kindOf(RECORDS.rancherUserLinks, {
  keyOf: rancherUserLinkKey,
  lookupOf: (item) => ({ lookupPk: rancherUsersOfCluster(item.clusterUuid), lookupSk: ageKey(item) }),
});
