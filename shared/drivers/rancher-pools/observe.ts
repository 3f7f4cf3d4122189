import { findEach } from '#shared/domain/_core/values/keyed-values';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { SeenPools } from '#shared/domain/pools/views/observe-pools';
import { unknownFlavors } from '#shared/domain/pools/views/running-machines';
import type { WholeObservation } from '#shared/domain/reconciliation/compare-cluster';
import type { ObservationBackends } from '../driver.ts';

type Observed = { observation: WholeObservation; errors: unknown[] };

/**
 * If the size of a machine's flavor is not known yet, adds all flavors of the machine's tenant to the observation. If
 * these flavors cannot be read, the recorded usage stays as it is.
 */
async function withFlavors(
  backends: ObservationBackends,
  { machinePools, tenantUuid }: Cluster,
  seen: SeenPools,
): Promise<{ pools: SeenPools; errors: unknown[] }> {
  const unknown = machinePools ? unknownFlavors(machinePools, seen.machines) : [];
  if (unknown.length === 0) return { pools: seen, errors: [] };
  const tenants = new Set(unknown.map((flavor) => flavor.tenantUuid));
  const { found, errors } = await findEach([...tenants], (uuid) => backends.listFlavors(uuid ?? tenantUuid));
  const flavors = [...found].flatMap(([uuid, listed]) => listed.map((flavor) => ({ ...flavor, tenantUuid: uuid })));
  return { pools: { ...seen, flavors }, errors };
}

/**
 * Observes the cluster and its pools in Rancher. No nodes are compared, because Paddock has no records of nodes for
 * machines of pools. A run over all clusters makes four requests to a Rancher, for any number of clusters and machines.
 * If a machine has a new flavor, one more request goes to the machine's tenant. Throws when Rancher does not answer.
 */
export async function observe(backends: ObservationBackends, cluster: Cluster): Promise<Observed> {
  const [remote, seen] = await Promise.all([backends.findCluster(cluster), backends.listPools(cluster)]);
  const nothing = { rancherNodes: [], servers: new Map() };
  if (!remote) return { observation: nothing, errors: [] };
  const { pools, errors } = await withFlavors(backends, cluster, seen);
  return { observation: { ...nothing, remote, pools }, errors };
}
