import type { KeycloakGroup } from '#shared/domain/access/keycloak-group';
import { type KeycloakMembership, newMembership } from '#shared/domain/access/keycloak-membership';
import { newRoleTemplate, type RancherRoleTemplate } from '#shared/domain/rancher-role-template';
import { newRecord } from '#shared/domain/record';
import { aUuid, CREATED } from './builders.ts';

export const aRoleTemplate = (fields: Partial<RancherRoleTemplate> = {}): RancherRoleTemplate => ({
  ...newRoleTemplate(
    { settingsUuid: aUuid(), scopeType: 'cluster', name: 'cluster-owner', displayName: 'Cluster Owner', ...fields },
    new Date(CREATED),
  ),
  ...fields,
});

export function aKeycloakGroup(fields: Partial<KeycloakGroup> = {}): KeycloakGroup {
  const { clusterUuid = aUuid(), role = 'cluster-owner' } = fields;
  return {
    ...newRecord(aUuid(), new Date(CREATED)),
    ...{ projectUuid: aUuid(), projectName: 'Analytics', customerUuid: aUuid(), customerName: 'Example Ltd' },
    ...{ settingsUuid: aUuid(), clusterUuid, scopeType: 'cluster', scopeUuid: clusterUuid, scopeName: 'cluster-1' },
    ...{ roleUuid: aUuid(), role, name: `cluster_${clusterUuid}_${role}` },
    ...fields,
  };
}

/** Of a group. */
export const aMembership = (
  group: KeycloakGroup = aKeycloakGroup(),
  fields: Partial<KeycloakMembership> = {},
): KeycloakMembership => ({
  ...newMembership(group, { username: 'olga', email: 'olga@example.org' }, { id: aUuid(), now: new Date(CREATED) }),
  ...fields,
});
