import { type Interrupted, isErredByWatch } from './actions-of.ts';

type Failed = Parameters<typeof isErredByWatch>[0];
type Found = { rotation: boolean; orderState: string };

/**
 * Finds the interrupted operations of an ERRED cluster. The API does not show an interrupted change of pools or node
 * groups. The function assumes such a change if the last order, an upgrade, a rotation or the comparison with Rancher
 * does not explain the failure.
 */
export function interruptedOf(cluster: Failed, { rotation, orderState }: Found): Interrupted {
  const isExplained = orderState === 'erred' || cluster.upgrade !== null || rotation || isErredByWatch(cluster);
  return { rotation, change: cluster.state === 'ERRED' && !isExplained };
}
