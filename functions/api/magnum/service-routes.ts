import { listMagnumClusters } from '#shared/app/cluster-api/magnum/magnum-clusters';
import type { Store } from '#shared/ports/store';
import type { MagnumCall, MagnumRoutes } from './magnum-call.ts';

type Deps = { store: Pick<Store, 'clusters' | 'orders'> };

/** The minor numbers of Magnum's first microversions with `stats` (1.4) and `quotas` (1.6). */
const STATS = 4;
const QUOTAS = 6;

/** Counts the clusters of the caller's tenant and all their machines. Clusters of other tenants are never counted. */
async function count(deps: Deps, call: MagnumCall) {
  const found = await listMagnumClusters(deps, call);
  const machines = found.map(({ cluster: { clusterApi: spec } }) => {
    const groups = spec?.nodeGroups.map(({ replicas }) => replicas) ?? [];
    return groups.reduce((sum, replicas) => sum + replicas, spec?.controlPlane.replicas ?? 0);
  });
  return { status: 200, body: { clusters: found.length, nodes: machines.reduce((sum, one) => sum + one, 0) } };
}

/**
 * Routes for operators. The lists `mservices` and `quotas` are empty, because Paddock has no Magnum services and no
 * quotas of clusters.
 */
export const serviceRoutes = (deps: Deps): MagnumRoutes => ({
  'GET mservices': { run: async () => ({ status: 200, body: { mservices: [] } }) },
  'GET stats': { since: STATS, run: (call) => count(deps, call) },
  'GET quotas': { since: QUOTAS, run: async () => ({ status: 200, body: { quotas: [] } }) },
});
