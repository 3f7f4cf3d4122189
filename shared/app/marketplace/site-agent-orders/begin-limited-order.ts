import type { ProjectOperation } from '#shared/domain/_core/operation';
import { changed } from '#shared/domain/_core/record';
import { limitedPartOf } from '#shared/domain/marketplace/limited-part';
import type { Order, OrderType } from '#shared/domain/marketplace/order';
import { orderMovesTo, PROJECT_MACHINES } from '#shared/domain/marketplace/order';
import type { Resource, ResourceState } from '#shared/domain/marketplace/resource';
import { Conflict } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'orders' | 'resources' | 'outbox' | 'commit'>; clock: Clock; ids: Ids };

/** The state of a resource while an order is carried out, by the type of the order. */
const WORKING: Readonly<Record<OrderType, ResourceState>> = {
  Create: 'Creating',
  Update: 'Updating',
  Terminate: 'Terminating',
};

/**
 * Returns the resource in the state that it has while the order is carried out. If Paddock itself carries out the
 * order, also returns the operation that does the work.
 */
export function resourceAtWork(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  resource: Resource,
  { uuid, type }: Pick<Order, 'uuid' | 'type'>,
  correlationId: string,
): { resource: Resource; operation?: ProjectOperation } {
  const now = clock.now();
  const work = { state: WORKING[type], pendingOrderUuid: uuid };
  const about = { lastOrderUuid: uuid, lastError: undefined };
  const { siteAgent, rancherProject } = resource;
  if (siteAgent) return { resource: changed(resource, now, { ...work, siteAgent: { ...siteAgent, ...about } }) };
  if (!rancherProject) throw new Error(`resource ${resource.uuid} is not a project in a shared cluster`);
  const base = { uuid: ids.uuid(), correlationId, created: now.toISOString() };
  const operation = { ...base, machine: PROJECT_MACHINES[type], resourceUuid: resource.uuid };
  const begun = { ...rancherProject, ...about, operationUuid: operation.uuid };
  return { operation, resource: changed(resource, now, { ...work, rancherProject: begun }) };
}

/**
 * The writes that start an order with limits. An order for a site agent has no operation, because the agent finds the
 * order in its list of orders.
 */
export function workWrites(
  deps: Pick<Deps, 'store' | 'clock' | 'ids'>,
  resource: Resource,
  order: Pick<Order, 'uuid' | 'type'>,
  correlationId: string,
): Write[] {
  const { store } = deps;
  const { resource: begun, operation } = resourceAtWork(deps, resource, order, correlationId);
  return [store.resources.replace(begun), ...(operation ? [store.outbox.insert(operation)] : [])];
}

/**
 * Sets a failed order back to `executing`, so that it is tried again. Throws Conflict if the resource has a later
 * order.
 */
export async function retryLimitedOrder(deps: Deps, order: Order, correlationId: string): Promise<Order> {
  const { store, clock } = deps;
  const resource = await store.resources.get(order.resourceUuid);
  const isLast = limitedPartOf(resource)?.lastOrderUuid === order.uuid && resource.pendingOrderUuid === undefined;
  if (!isLast) throw new Conflict('Only the latest order of a resource can be retried.');
  const again = orderMovesTo(order, 'executing', clock.now(), { lastError: undefined, completedAt: undefined });
  await store.commit(store.orders.replace(again), ...workWrites(deps, resource, order, correlationId));
  return again;
}
