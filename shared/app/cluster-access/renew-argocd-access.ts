import { LOG } from '#shared/contracts/telemetry';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { Conflict } from '#shared/errors';
import type { Logger } from '#shared/ports/runtime';
import { type ArgocdDeps, grantArgocdAccess, revokeArgocdAccess } from './argocd-access.ts';

/**
 * Maximum number of keys that one run renews. Each key takes a second or two. The next run is an hour later, and the
 * remaining keys are still valid for days.
 */
const PER_ROUND = 20;
const DELETING: readonly Cluster['state'][] = ['DELETION_SCHEDULED', 'DELETING'];
const isBeingDeleted = (cluster: Cluster | undefined): boolean =>
  cluster === undefined || DELETING.includes(cluster.state);

/**
 * Renews the key of one cluster. If the deletion of the cluster began meanwhile, the new access is revoked. The
 * deletion may have revoked all accesses before the new access was granted.
 */
async function renew(deps: ArgocdDeps, cluster: Cluster): Promise<void> {
  const { store, clock } = deps;
  const argocdToken = await grantArgocdAccess(deps, cluster);
  try {
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { argocdToken })));
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    // If the cluster is not being deleted, nothing is revoked. The record still has the old key, so the next run renews
    // the key again.
    if (isBeingDeleted(await store.clusters.find(cluster.uuid))) await revokeArgocdAccess(deps, cluster);
  }
}

/**
 * Renews keys of Argo CD that expire soon. If one provider is down, the keys of all other providers are still renewed.
 * At the end, throws an error with the names of the clusters that failed.
 * @returns how many keys were renewed
 */
export async function renewArgocdAccess(deps: ArgocdDeps & { log: Logger }): Promise<number> {
  const { store, clock, log } = deps;
  const due = (await store.clusters.listArgocdRenewals(clock.now(), PER_ROUND)).filter((item) => !isBeingDeleted(item));
  const failed: string[] = [];
  for (const { uuid } of due) {
    const cluster = await store.clusters.get(uuid);
    try {
      await renew(deps, cluster);
    } catch (error) {
      failed.push(cluster.name);
      log.error(LOG.argocdAccessNotRenewed, { clusterUuid: uuid, error });
    }
  }
  if (failed.length > 0) throw new Error(`Argo CD's access to these clusters was not renewed: ${failed.join(', ')}.`);
  return due.length;
}
