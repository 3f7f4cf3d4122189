import { LOG } from '#shared/contracts/telemetry';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { Conflict } from '#shared/errors';
import type { Logger } from '#shared/ports/runtime';
import { type ArgocdDeps, grantArgocdAccess, revokeArgocdAccess } from './argocd-access.ts';

/** A round's share: each takes a second or two, and the next round is an hour away while there are days of time. */
const PER_ROUND = 20;
const DELETING: readonly Cluster['state'][] = ['DELETION_SCHEDULED', 'DELETING'];
const isBeingDeleted = (cluster: Cluster | undefined): boolean =>
  cluster === undefined || DELETING.includes(cluster.state);

/** A deletion that began meanwhile may have looked for the access before this made a new one: then it is taken back. */
async function renew(deps: ArgocdDeps, cluster: Cluster): Promise<void> {
  const { store, clock } = deps;
  const argocdToken = await grantArgocdAccess(deps, cluster);
  try {
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { argocdToken })));
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    // Otherwise the next round does it again: the record's key is the one before, which is still listed as due.
    if (isBeingDeleted(await store.clusters.find(cluster.uuid))) await revokeArgocdAccess(deps, cluster);
  }
}

/**
 * Replaces Argo CD's keys that end before long. One provider that is away keeps no other cluster waiting; that some failed is
 * said at the end, by cluster. @returns how many were renewed
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
