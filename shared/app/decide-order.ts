import type { Caller } from '../domain/caller.ts';
import { type Cluster, clusterMovesTo } from '../domain/cluster.ts';
import { demandState } from '../domain/demand-state.ts';
import { clusterNameClaim } from '../domain/naming.ts';
import { type Order, type OrderState, orderMovesTo } from '../domain/order.ts';
import { type Action, demand } from '../domain/permission.ts';
import { changed } from '../domain/record.ts';
import { Conflict } from '../errors.ts';
import type { Store, Write } from '../ports/store.ts';
import { getVisible, seenBy } from './get-visible.ts';
import { newOperation, type OrderDeps } from './order-deps.ts';

/** `orderUuid` as the address has it. */
type Decision = { orderUuid: string; correlationId: string };

/** 404 for what the caller cannot see, then 403, then 409: the order of checks of waldur-http.md. */
async function orderFor(
  store: Store,
  caller: Caller,
  uuidText: string,
  action: Action,
  allowed: readonly OrderState[],
): Promise<Order> {
  const order = await getVisible(store.orders, 'Order', uuidText, seenBy(caller));
  demand(caller, action, order);
  demandState(order, allowed);
  return order;
}

/** Consumer-side approval: the order starts, in the same transaction as its operation. */
export async function approveOrder(
  deps: OrderDeps,
  caller: Caller,
  { orderUuid, correlationId }: Decision,
): Promise<Order> {
  const { store, clock } = deps;
  const order = await orderFor(store, caller, orderUuid, 'order.approve', ['pending-consumer']);
  const operation = newOperation(deps, order.clusterUuid, correlationId);
  const started = orderMovesTo(order, 'executing', clock.now(), {
    approvedByUuid: caller.user.uuid,
    approvedAt: clock.now().toISOString(),
  });
  const cluster = await store.clusters.get(order.clusterUuid);
  await store.commit(
    store.orders.replace(started),
    store.clusters.replace(changed(cluster, clock.now(), { operationUuid: operation.uuid })),
    store.outbox.insert(operation),
  );
  return started;
}

/** An order nobody has started leaves nothing behind: its cluster and the claim of its name go, its resource is Terminated. */
async function dissolve({ store, clock }: OrderDeps, order: Order, state: 'rejected' | 'canceled'): Promise<Order> {
  const [cluster, resource] = await Promise.all([
    store.clusters.get(order.clusterUuid),
    store.resources.get(order.resourceUuid),
  ]);
  const ended = orderMovesTo(order, state, clock.now(), { completedAt: clock.now().toISOString() });
  await store.commit(
    store.orders.replace(ended),
    store.resources.replace(changed(resource, clock.now(), { state: 'Terminated', pendingOrderUuid: undefined })),
    store.clusters.remove(cluster),
    store.claims.remove(clusterNameClaim(cluster.settingsUuid, cluster.name)),
  );
  return ended;
}

export async function rejectOrder(deps: OrderDeps, caller: Caller, { orderUuid }: Decision): Promise<Order> {
  const order = await orderFor(deps.store, caller, orderUuid, 'order.reject', ['pending-consumer']);
  return dissolve(deps, order, 'rejected');
}

/**
 * A pending order is dissolved. An executing creation is stopped between two steps: a new operation supersedes it and
 * deletes what it has made (design §7). A termination cannot be called back.
 */
export async function cancelOrder(
  deps: OrderDeps,
  caller: Caller,
  { orderUuid, correlationId }: Decision,
): Promise<Order> {
  const { store, clock } = deps;
  const order = await orderFor(store, caller, orderUuid, 'order.cancel', ['pending-consumer', 'executing']);
  if (order.state === 'pending-consumer') return dissolve(deps, order, 'canceled');
  if (order.type === 'Terminate') demandState(order, ['pending-consumer']);
  const canceled = orderMovesTo(order, 'canceled', clock.now(), { completedAt: clock.now().toISOString() });
  const cluster = await store.clusters.get(order.clusterUuid);
  const writes = await restart(deps, canceled, cluster, 'DELETION_SCHEDULED', correlationId);
  await store.commit(store.orders.replace(canceled), ...writes);
  return canceled;
}

/** Writes that give the order's cluster a new operation, which supersedes the one before. */
async function restart(
  deps: OrderDeps,
  order: Order,
  cluster: Cluster,
  state: 'CREATION_SCHEDULED' | 'DELETION_SCHEDULED',
  correlationId: string,
): Promise<Write[]> {
  const { store, clock } = deps;
  const operation = newOperation(deps, order.clusterUuid, correlationId);
  const resource = await store.resources.get(order.resourceUuid);
  const fields = { operationUuid: operation.uuid, lastError: undefined, currentStep: '' };
  return [
    store.clusters.replace(clusterMovesTo(cluster, state, clock.now(), fields)),
    store.resources.replace(
      changed(resource, clock.now(), {
        state: state === 'CREATION_SCHEDULED' ? 'Creating' : 'Terminating',
        pendingOrderUuid: order.uuid,
      }),
    ),
    store.outbox.insert(operation),
  ];
}

/** Erred is never a trap (design decision 10): the order goes on from where it stopped, adopting what is there. */
export async function retryOrder(
  deps: OrderDeps,
  caller: Caller,
  { orderUuid, correlationId }: Decision,
): Promise<Order> {
  const { store, clock } = deps;
  const order = await orderFor(store, caller, orderUuid, 'order.retry', ['erred']);
  const cluster = await store.clusters.find(order.clusterUuid);
  if (cluster?.orderUuid !== order.uuid) throw new Conflict('Only the last order of a resource can be retried.');
  const state = order.type === 'Create' ? 'CREATION_SCHEDULED' : 'DELETION_SCHEDULED';
  const again = orderMovesTo(order, 'executing', clock.now(), { lastError: undefined, completedAt: undefined });
  await store.commit(store.orders.replace(again), ...(await restart(deps, order, cluster, state, correlationId)));
  return again;
}
