import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { cachedBackends } from '../reconciliation/cached-backends.ts';
import { type ObserveDeps, observeCluster } from '../reconciliation/observe-cluster.ts';

type Deps = ObserveDeps & {
  /** Time limit for backends. The default leaves the API function enough time to answer. */
  pullTimeoutMs?: number;
};
const PULL_MS = 10_000;
const PULLED: readonly Cluster['state'][] = ['OK', 'ERRED'];

/**
 * Reads the cluster from its backends now. The job that watches clusters does the same on a schedule. Makes two
 * requests to Rancher and one or two for each tenant. Throws, in this order: 404, 403, 409, 405 in read-only mode (not
 * for staff, docs/spec/waldur-rancher.md#read-only-mode), 400 when Rancher does not have the cluster. If one backend
 * fails, the results of the other backends are recorded and then a Backend* error is thrown.
 * @returns the cluster after the pull
 */
export async function pullCluster(deps: Deps, caller: Caller, uuidText: string): Promise<Cluster> {
  const { store, site, pullTimeoutMs = PULL_MS } = deps;
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.pull', cluster);
  assertState(cluster, PULLED);
  if (!caller.user.isStaff) assertNotReadOnly(site);
  assertInRancher(cluster);
  const isMeant = ({ state }: Cluster) => PULLED.includes(state);
  const backends = cachedBackends(deps, { areMany: false });
  const looked = await withTimeout(pullTimeoutMs, () => observeCluster(deps, backends, cluster, isMeant));
  for (const error of looked.errors) throw error;
  return looked.cluster;
}
