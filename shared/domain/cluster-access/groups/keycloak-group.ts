import { z } from 'zod';
import { defineRecord } from '#shared/domain/_core/define-record';
import { failure } from '#shared/domain/_core/failure';
import { type Uuid, uuid } from '#shared/domain/_core/identifier';
import { changed, newRecord, record } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { inProject } from '#shared/domain/organizations/placement';
import { type RancherRoleTemplate, roleScopeType } from '#shared/domain/providers/rancher-role-template';
import type { WantedGroup } from './diff-groups.ts';
import { childGroupName, type GroupNameStyle } from './group-names.ts';

/**
 * A Rancher role in a cluster or Rancher project. The role has a group in Keycloak and a role binding in Rancher. Each
 * role in each cluster or project has one such record.
 */
export const keycloakGroup = record.extend({
  ...inProject.shape,
  settingsUuid: uuid,
  /** The cluster of the role, or of the role's Rancher project. */
  clusterUuid: uuid,
  scopeType: roleScopeType,
  scopeUuid: uuid,
  scopeName: z.string(),
  roleUuid: uuid,
  /** Rancher's id of the role template. */
  role: z.string(),
  /** Name of the group in Keycloak. The group is a child of the cluster's own parent group. */
  name: z.string(),
  /** Keycloak's id of the group. Absent until Keycloak has the group. */
  keycloakId: z.string().optional(),
  /** Rancher's id of the role binding. Absent until Rancher has the binding. */
  bindingId: z.string().optional(),
  /** Why the group could not be created or deleted. */
  lastError: failure.optional(),
});
export type KeycloakGroup = z.infer<typeof keycloakGroup>;
export type MadeGroup = KeycloakGroup & { keycloakId: string };
export type GroupRef = { settingsUuid: Uuid; clusterUuid: Uuid; uuid: Uuid };

/** The record of a new group, for a role in a whole cluster or in one of its Rancher projects. */
export function newGroup(
  cluster: Cluster,
  scope: { uuid: Uuid; name: string },
  { uuid: roleUuid, name: role, scopeType }: RancherRoleTemplate,
  { id, now, style }: { id: Uuid; now: Date; style: GroupNameStyle },
): KeycloakGroup {
  const { settingsUuid, uuid: clusterUuid } = cluster;
  return {
    ...newRecord(id, now),
    ...inProject.parse(cluster),
    settingsUuid,
    clusterUuid,
    roleUuid,
    role,
    scopeType,
    scopeUuid: scope.uuid,
    scopeName: scope.name,
    name: childGroupName({ type: scopeType, uuid: scope.uuid }, role, style),
  };
}

/** The record of a group that Keycloak now has under this id. */
export const madeAs = (group: KeycloakGroup, keycloakId: string, now: Date): MadeGroup => ({
  ...changed(group, now, { lastError: undefined }),
  keycloakId,
});

/** The group that Keycloak must have for this record. */
export const wantedGroup = ({ name, role, scopeType, scopeUuid, clusterUuid }: KeycloakGroup): WantedGroup => ({
  name,
  role,
  clusterUuid,
  scope: { type: scopeType, uuid: scopeUuid },
});

/** How the audit shows the fields that groups and their memberships share. */
export const GROUP_AUDIT = {
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

export const keycloakGroupRecord = defineRecord({
  name: 'KEYCLOAK_GROUP',
  title: 'KeycloakGroup',
  schema: keycloakGroup,
  listedBy: ['customer', 'project'],
  audit: {
    model: 'Rancher.KeycloakGroup',
    title: 'Keycloak group',
    created: 'keycloak_group_created',
    updated: 'keycloak_group_updated',
    deleted: 'keycloak_group_deleted',
    fields: { ...GROUP_AUDIT, name: 'shown', keycloakId: 'shown', bindingId: 'shown', lastError: 'shown' },
  },
});
