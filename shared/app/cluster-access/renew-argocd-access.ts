import { LOG } from '#shared/contracts/telemetry';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { Conflict } from '#shared/errors';
import type { Logger } from '#shared/ports/runtime';
import { type ArgocdDeps, grantArgocdAccess, revokeArgocdAccess } from './argocd-access.ts';

/** The share of one run. Each takes a second or two; the next run is in an hour, and there are days left. */
const PER_ROUND = 20;
const DELETING: readonly Cluster['state'][] = ['DELETION_SCHEDULED', 'DELETING'];
const isBeingDeleted = (cluster: Cluster | undefined): boolean =>
  cluster === undefined || DELETING.includes(cluster.state);

/**
 * Revokes the new access again when the cluster's deletion began meanwhile: it may have looked for accesses already.
 */
async function renew(deps: ArgocdDeps, cluster: Cluster): Promise<void> {
  const { store, clock } = deps;
  const argocdToken = await grantArgocdAccess(deps, cluster);
  try {
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { argocdToken })));
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    // Otherwise the next run repeats it: the record has the earlier key, which is still due.
    if (isBeingDeleted(await store.clusters.find(cluster.uuid))) await revokeArgocdAccess(deps, cluster);
  }
}

/**
 * Renews keys of Argo CD that expire soon. A provider that is down does not stop the others. Throws at the end, naming
 * the clusters that failed.
 * @returns how many were renewed
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
  if (failed.length > 0) throw new Error(`Argo CD's access was not renewed for ${failed.join(', ')}.`);
  return due.length;
}
