import { findEach } from '#shared/domain/_core/values/keyed-values';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { ClusterObservation } from '#shared/domain/nodes/observe-nodes';
import type { ObservationBackends } from '../driver.ts';

/**
 * Observes a cluster with few requests: one to each tenant, and two to Rancher, for the cluster and for its nodes. A
 * run over all clusters reads all clusters of a Rancher with one request. While a node has not joined, Rancher gets one
 * more request. Throws when Rancher does not answer.
 */
export async function observe(
  backends: ObservationBackends,
  cluster: Cluster,
  nodes: readonly Node[],
): Promise<{ observation: ClusterObservation; errors: unknown[] }> {
  const tenantUuids = [...new Set(nodes.map(({ spec }) => spec.tenantUuid))];
  const hostnames = nodes.map(({ spec }) => spec.name);
  const [remote, rancherNodes, { found: servers, errors }] = await Promise.all([
    backends.findCluster(cluster),
    backends.listJoined(cluster, hostnames),
    findEach(tenantUuids, (uuid) => backends.listServers(uuid, cluster)),
  ]);
  return { observation: { ...(remote && { remote }), rancherNodes, servers }, errors };
}
