import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import type { Caller } from '#shared/domain/organizations/caller';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { type ActingCluster, assertWritable, type ContentDeps, openAsCaller } from './open-content.ts';

/**
 * The permission rules of namespaces also hold for projects and their secrets. So users of managed clusters may change
 * projects and secrets.
 */
export const KIND_OF_PROJECTS = 'NAMESPACE';

export type OpenProject = ActingCluster & { project: RancherProject };

/**
 * Finds a project in Rancher for a change of the project or its contents. Throws 404, 403, 409 and 405, in this order.
 */
export async function openProject(deps: ContentDeps, caller: Caller, uuidText: string): Promise<OpenProject> {
  const project = await getVisible(deps.store.rancherProjects, 'Project', uuidText, seenBy(caller));
  const cluster = await deps.store.clusters.get(project.clusterUuid);
  assertWritable(deps, caller, cluster, { kind: KIND_OF_PROJECTS, action: 'content.update' });
  return { project, ...(await openAsCaller(deps, caller, cluster)) };
}
