import type { Cluster } from '#shared/domain/clusters/cluster';
import type { WholeObservation } from '#shared/domain/reconciliation/compare-cluster';
import type { ObservationBackends } from '../driver.ts';

/**
 * Observes the cluster in Cluster API. No nodes are compared, because Paddock keeps no node records for machines that
 * Cluster API makes. Throws when the management cluster does not answer.
 */
export async function observe(
  backends: ObservationBackends,
  cluster: Cluster,
): Promise<{ observation: WholeObservation; errors: readonly unknown[] }> {
  const remote = await backends.findInClusterApi(cluster);
  return { observation: { rancherNodes: [], servers: new Map(), ...(remote && { remote }) }, errors: [] };
}
