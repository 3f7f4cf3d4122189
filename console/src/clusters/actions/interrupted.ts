import { type Interrupted, isErredByWatch } from './actions-of.ts';

type Failed = Parameters<typeof isErredByWatch>[0];
type Found = { rotation: boolean; orderState: string };

/**
 * What has stopped in a cluster that is ERRED. A change of pools or node groups is not shown by the API: it is what is
 * left when neither the last order, nor an upgrade, a rotation or the comparison with Rancher has failed.
 */
export function interruptedOf(cluster: Failed, { rotation, orderState }: Found): Interrupted {
  const isExplained = orderState === 'erred' || cluster.upgrade !== null || rotation || isErredByWatch(cluster);
  return { rotation, change: cluster.state === 'ERRED' && !isExplained };
}
