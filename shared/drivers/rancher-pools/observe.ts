import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterObservation } from '#shared/domain/nodes/observe-nodes';
import type { ObservationBackends } from '../driver.ts';

/** Observes the cluster in Rancher. Its machines have no nodes in Paddock's records that could be compared. */
export async function observe(
  backends: ObservationBackends,
  cluster: Cluster,
): Promise<{ observation: ClusterObservation; errors: unknown[] }> {
  const remote = await backends.findCluster(cluster);
  return { observation: { ...(remote && { remote }), rancherNodes: [], servers: new Map() }, errors: [] };
}
