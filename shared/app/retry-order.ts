import type { Caller } from '../domain/caller.ts';
import { isOfCluster } from '../domain/of-cluster.ts';
import { type Order, orderMovesTo } from '../domain/order.ts';
import { Conflict } from '../errors.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { type Decision, orderFor } from './order-decision.ts';
import type { OrderDeps } from './order-deps.ts';
import { restartCluster } from './restart-cluster.ts';
import { retryAgentOrder } from './site-agent/begin-agent-order.ts';

async function retry(deps: OrderDeps, caller: Caller, { orderUuid, correlationId }: Decision): Promise<Order> {
  const { store, clock } = deps;
  const order = await orderFor(deps, caller, orderUuid, 'order.retry', ['erred']);
  if (!isOfCluster(order)) return retryAgentOrder(deps, order);
  const cluster = await store.clusters.find(order.clusterUuid);
  if (cluster?.orderUuid !== order.uuid) throw new Conflict('Only the last order of a resource can be retried.');
  const state = order.type === 'Create' ? 'CREATION_SCHEDULED' : 'DELETION_SCHEDULED';
  const again = orderMovesTo(order, 'executing', clock.now(), { lastError: undefined, completedAt: undefined });
  await store.commit(
    store.orders.replace(again),
    ...(await restartCluster(deps, order, cluster, state, correlationId)),
  );
  return again;
}

/** Erred is never a trap (design decision 10): the order goes on from where it stopped, adopting what is there. */
export const retryOrder = (deps: OrderDeps, caller: Caller, decision: Decision): Promise<Order> =>
  onFreshRecords(() => retry(deps, caller, decision));
