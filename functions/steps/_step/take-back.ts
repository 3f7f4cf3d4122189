import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import type { Target } from './fence.ts';

/**
 * Whether the cluster is on its way out, or gone, by another operation. A newer operation that makes the cluster does not
 * count: it adopts what the older one made.
 */
async function isLeaving(store: Store, { operationUuid, clusterUuid }: Target): Promise<boolean> {
  const cluster = await store.clusters.find(clusterUuid);
  if (cluster === undefined) return true;
  return cluster.operationUuid !== operationUuid && ['DELETION_SCHEDULED', 'DELETING'].includes(cluster.state);
}

/**
 * The fence behind an effect, as `currentCluster` is the one before it: when the cluster began to be deleted meanwhile, the
 * deletion may be through already and never see what was made here, so whoever made it takes it back. Throws Superseded then.
 */
export async function takingBackWhenLate<T>(
  store: Store,
  target: Target,
  effect: () => Promise<T>,
  takeBack: () => Promise<void>,
): Promise<T> {
  const late = async (cause?: unknown) => {
    await takeBack();
    return new Superseded(`cluster ${target.clusterUuid} is being deleted; what came too late was removed`, {}, cause);
  };
  let result: T;
  try {
    result = await effect();
  } catch (error) {
    throw (await isLeaving(store, target)) ? await late(error) : error;
  }
  if (await isLeaving(store, target)) throw await late();
  return result;
}
