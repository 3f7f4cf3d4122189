import type { Cluster } from '#shared/domain/clusters/cluster';
import { restorableSnapshot } from '#shared/domain/clusters/operations/operation-problem';
import type { WantedRestore } from '#shared/domain/clusters/operations/rancher-operation';
import { planRestore, type RestorePlan } from '#shared/domain/upgrades/restore-plan';
import { Conflict, Invalid } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

const NO_SETTINGS = 'The snapshot contains no settings of the cluster: only `none` is possible.';

/**
 * Reads from Rancher what a restore would lose and change, in three requests. Throws Invalid if the cluster does not
 * have the snapshot, or if the snapshot does not contain what is to be restored.
 */
export async function plannedRestore(
  { clock }: { clock: Clock },
  rancher: Rancher,
  cluster: Cluster,
  { snapshotName, scope }: WantedRestore,
): Promise<RestorePlan> {
  const [snapshots, now, saved] = await Promise.all([
    rancher.listEtcdSnapshots(cluster),
    rancher.readClusterSpec(cluster),
    scope === 'none' ? undefined : rancher.readSnapshotSpec(cluster, snapshotName),
  ]);
  const snapshot = restorableSnapshot(snapshotName, snapshots);
  if (typeof snapshot === 'string') throw new Invalid({ snapshot: [snapshot] });
  if (scope !== 'none' && !saved) throw new Invalid({ restore_rke_config: [NO_SETTINGS] });
  return planRestore({ snapshot, scope }, { now, saved }, clock.now());
}

/**
 * Throws Conflict if the last order of the cluster has failed, because the cluster may then be incomplete. The user
 * must retry this order or delete the cluster.
 */
export async function assertCreated({ store }: { store: Pick<Store, 'orders'> }, { orderUuid }: Cluster) {
  const order = await store.orders.find(orderUuid);
  if (order?.state === 'erred') {
    throw new Conflict('The last order of the cluster has failed. Retry the order, or delete the cluster.');
  }
}
