import { type Interrupted, isErredByWatch } from './actions-of.ts';

type Failed = Parameters<typeof isErredByWatch>[0];
type Found = { rotation: boolean; orderState: string };

/**
 * Finds the interrupted operations of an ERRED cluster. The API does not show an interrupted change of pools or node
 * groups. The function assumes such a change if nothing else explains the failure. Other explanations are a failed
 * order, an upgrade, a rotation, and an error from the comparison with Rancher.
 */
export function interruptedOf(cluster: Failed, { rotation, orderState }: Found): Interrupted {
  const isExplained = orderState === 'erred' || cluster.upgrade !== null || rotation || isErredByWatch(cluster);
  return { rotation, change: cluster.state === 'ERRED' && !isExplained };
}
