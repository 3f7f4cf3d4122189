import { parseUuid } from '#shared/domain/_core/identifier';
import type { SeenCluster } from '#shared/domain/cluster-api/status/seen-cluster';
import { type ShownGroup, shownGroups } from '#shared/domain/cluster-api/status/shown-group';
import type { Caller } from '#shared/domain/organizations/caller';
import { noMatch } from '#shared/errors';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { readCluster } from './read-cluster.ts';
import { clusterApiOf } from './steps/cluster-api-deps.ts';

export type NodeGroupDeps = {
  store: Pick<Store, 'clusters' | 'settings'>;
  clusterApi: Pick<ClusterApiSessions, 'open'>;
};

const NOTHING: SeenCluster = { machineDeployments: [], machines: [], infrastructure: [] };

/**
 * Lists the node groups of a cluster, with the numbers of machines that the management cluster reports. Makes one request
 * for each kind of objects. Empty for a cluster that Cluster API has not made.
 */
export async function listNodeGroups(deps: NodeGroupDeps, caller: Caller, clusterText: string): Promise<ShownGroup[]> {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', clusterText, seenBy(caller));
  const spec = cluster.clusterApi;
  if (!spec) return [];
  const isWritten = cluster.backendId !== '';
  const seen = isWritten ? await readCluster(await clusterApiOf(deps, cluster), cluster.uuid, spec) : NOTHING;
  return shownGroups(cluster.uuid, spec, seen);
}

/** Finds a node group by its uuid or its name. Throws NotFound. */
export async function getNodeGroup(
  deps: NodeGroupDeps,
  caller: Caller,
  { clusterText, groupText }: { clusterText: string; groupText: string },
): Promise<ShownGroup> {
  const groups = await listNodeGroups(deps, caller, clusterText);
  const found = groups.find(({ uuid, name }) => uuid === parseUuid(groupText) || name === groupText);
  if (found === undefined) throw noMatch('NodeGroup');
  return found;
}
