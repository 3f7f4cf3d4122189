import { assertNotReadOnly } from '#shared/domain/_core/assert-not-read-only';
import { assertState } from '#shared/domain/_core/assert-state';
import { assertInRancher } from '#shared/domain/clusters/assert-in-rancher';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { backendsOnce } from '../reconciliation/backends-once.ts';
import { type LookDeps, lookAtCluster } from '../reconciliation/look-at-cluster.ts';

type Deps = LookDeps & {
  /** How long backends may take; default as an API function lives, with time left to answer. */
  pullTimeoutMs?: number;
};
const PULL_MS = 10_000;
const PULLED: readonly Cluster['state'][] = ['OK', 'ERRED'];

/**
 * What the watch does with a cluster, at once: within the call, since it is two requests to Rancher and one or two to each tenant. 404,
 * 403, 409; 405 in read-only mode, in which staff may pull all the same (docs/spec/waldur-rancher.md#read-only-mode); 400 for what Rancher
 * does not have. Throws Backend* errors once what the others have told is written.
 * @returns the cluster as the look has left it
 */
export async function pullCluster(deps: Deps, caller: Caller, uuidText: string): Promise<Cluster> {
  const { store, site, pullTimeoutMs = PULL_MS } = deps;
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.pull', cluster);
  assertState(cluster, PULLED);
  if (!caller.user.isStaff) assertNotReadOnly(site);
  assertInRancher(cluster);
  const isMeant = ({ state }: Cluster) => PULLED.includes(state);
  const backends = backendsOnce(deps, { areMany: false });
  const looked = await withTimeout(pullTimeoutMs, () => lookAtCluster(deps, backends, cluster, isMeant));
  for (const error of looked.errors) throw error;
  return looked.cluster;
}
