import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { derivedUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { newRecord, record } from '../_core/record.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { inProject } from '../organizations/placement.ts';
import { isReservedNamespace } from './reserved-namespaces.ts';

/**
 * A Rancher project of a cluster, as the last sync found it (docs/spec/access.md#projects-of-a-cluster-in-rancher).
 * `projectUuid` is the uuid of the cluster's project in Paddock.
 */
export const rancherProject = record.extend({
  ...inProject.shape,
  settingsUuid: uuid,
  clusterUuid: uuid,
  clusterName: z.string(),
  /** Rancher's id of the project. The id begins with Rancher's id of the cluster: `c-m-abcde:p-fghij`. */
  backendId: z.string(),
  name: z.string(),
  description: z.string(),
  /**
   * Whether Rancher made the project for the cluster's own workloads. Records of an earlier release lack this field
   * until the next sync.
   */
  isSystem: z.boolean().optional(),
  /** Rancher's state of the project, such as `active`. */
  runtimeState: z.string(),
  /** The project's namespaces, as the last pull of the cluster found them. */
  namespaces: z.array(z.object({ uuid, name: z.string() })).default([]),
});
export type RancherProject = z.infer<typeof rancherProject>;
/** The name of Rancher's project for the cluster's own workloads. */
export const SYSTEM_PROJECT = 'System';

/**
 * Whether an owner of the Rancher project controls the whole cluster, because the cluster's own programs are in it. If
 * the project is unknown, the answer is yes.
 */
export function isOfTheCluster(project: Pick<RancherProject, 'name' | 'isSystem' | 'namespaces'> | undefined): boolean {
  if (project?.isSystem !== false || project.name === SYSTEM_PROJECT) return true;
  return project.namespaces.some(({ name }) => isReservedNamespace(name));
}

export type RancherProjectRef = { settingsUuid: Uuid; clusterUuid: Uuid; uuid: Uuid };
type Seen = Pick<RancherProject, 'backendId' | 'name' | 'description' | 'runtimeState' | 'isSystem'>;

/**
 * The record of a project that a sync found. The record's uuid is derived from Rancher's id. References to the project
 * therefore stay valid even if one list lacks the project and a later list has it.
 */
export function newRancherProject(cluster: Cluster, seen: Seen, now: Date): RancherProject {
  const { settingsUuid, uuid: clusterUuid, name: clusterName } = cluster;
  return {
    ...newRecord(derivedUuid(settingsUuid, `rancher-project/${seen.backendId}`), now),
    ...inProject.parse(cluster),
    settingsUuid,
    clusterUuid,
    clusterName,
    ...seen,
    namespaces: [],
  };
}

/**
 * Audit events record two kinds of changes of a project: changes through the API, and changes in Rancher that a pull
 * found.
 */
export const rancherProjectRecord = defineRecord({
  name: 'RANCHER_PROJECT',
  title: 'Project',
  schema: rancherProject,
  listedBy: ['customer', 'project'],
  audit: {
    model: 'Rancher.Project',
    title: 'Project in Rancher',
    created: 'rancher_project_created',
    updated: 'rancher_project_updated',
    deleted: 'rancher_project_deleted',
    fields: {
      projectUuid: 'hidden',
      projectName: 'hidden',
      customerUuid: 'hidden',
      customerName: 'hidden',
      settingsUuid: 'hidden',
      clusterUuid: 'hidden',
      clusterName: 'detail',
      backendId: 'detail',
      name: 'shown',
      description: 'shown',
      runtimeState: 'hidden',
      namespaces: 'hidden',
      isSystem: 'hidden',
    },
  },
});
