import { newRecord } from '#shared/domain/_core/record';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { type KeycloakMembership, newMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { newRancherProject, type RancherProject } from '#shared/domain/cluster-access/rancher-project';
import {
  newRancherUser,
  newRancherUserLink,
  type RancherUser,
  type RancherUserLink,
} from '#shared/domain/cluster-access/rancher-user';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type ImportableCluster, newImportableCluster } from '#shared/domain/clusters/importable-cluster';
import { newRoleTemplate, type RancherRoleTemplate } from '#shared/domain/providers/rancher-role-template';
import { aUser, aUuid, CREATED } from './builders.ts';

export const aRoleTemplate = (fields: Partial<RancherRoleTemplate> = {}): RancherRoleTemplate => ({
  ...newRoleTemplate(
    { settingsUuid: aUuid(), scopeType: 'cluster', name: 'cluster-owner', displayName: 'Cluster Owner', ...fields },
    new Date(CREATED),
  ),
  ...fields,
});

export const anImportableCluster = (fields: Partial<ImportableCluster> = {}): ImportableCluster => ({
  ...newImportableCluster(
    aUuid(),
    { id: 'c-m-1', name: 'old-shop', state: 'active', kubernetesVersion: 'v1.31.7+rke2r1', nodeCount: 3 },
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

export const aMembership = (
  group: KeycloakGroup = aKeycloakGroup(),
  fields: Partial<KeycloakMembership> = {},
): KeycloakMembership => ({
  ...newMembership(group, { username: 'olga', email: 'olga@example.org' }, { id: aUuid(), now: new Date(CREATED) }),
  ...fields,
});

/** An account that exists in Rancher. */
export const aRancherUser = (fields: Partial<RancherUser> = {}): RancherUser => ({
  ...newRancherUser(fields.settingsUuid ?? aUuid(), aUser(), new Date(CREATED)),
  ...{ backendId: 'u-abcde' },
  ...fields,
});
export const aRancherUserLink = (
  cluster: Cluster,
  { userUuid }: RancherUser,
  fields: Partial<RancherUserLink> = {},
): RancherUserLink => ({
  ...newRancherUserLink(cluster, userUuid, fields.role ?? 'cluster-owner', new Date(CREATED)),
  ...fields,
});

export const aRancherProject = (cluster: Cluster, fields: Partial<RancherProject> = {}): RancherProject => {
  const { backendId = `${cluster.backendId}:p-${aUuid().slice(0, 5)}` } = fields;
  const seen = { backendId, name: 'Default', description: '', runtimeState: 'active' };
  return { ...newRancherProject(cluster, seen, new Date(CREATED)), ...fields };
};
