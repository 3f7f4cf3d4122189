import { changed } from '#shared/domain/_core/record';
import type { Order, OrderType } from '#shared/domain/marketplace/order';
import { orderMovesTo } from '#shared/domain/marketplace/order';
import type { Resource, ResourceState } from '#shared/domain/marketplace/resource';
import { Conflict } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

/** The state of a resource while a site agent works on an order of this type. */
const WORKING: Readonly<Record<OrderType, ResourceState>> = {
  Create: 'Creating',
  Update: 'Updating',
  Terminate: 'Terminating',
};

export function resourceAtWork(resource: Resource, { uuid, type }: Pick<Order, 'uuid' | 'type'>, now: Date): Resource {
  const { siteAgent } = resource;
  if (!siteAgent) throw new Error(`resource ${resource.uuid} does not belong to a site agent`);
  return changed(resource, now, {
    state: WORKING[type],
    pendingOrderUuid: uuid,
    siteAgent: { ...siteAgent, lastOrderUuid: uuid, lastError: undefined },
  });
}

/**
 * Sets a failed order back to `executing`, so that the site agent tries it again. Throws Conflict unless it is the
 * latest order of its resource.
 */
export async function retryAgentOrder(
  { store, clock }: { store: Pick<Store, 'orders' | 'resources' | 'commit'>; clock: Clock },
  order: Order,
): Promise<Order> {
  const resource = await store.resources.get(order.resourceUuid);
  const isLast = resource.siteAgent?.lastOrderUuid === order.uuid && resource.pendingOrderUuid === undefined;
  if (!isLast) throw new Conflict('Only the latest order of a resource can be retried.');
  const again = orderMovesTo(order, 'executing', clock.now(), { lastError: undefined, completedAt: undefined });
  await store.commit(
    store.orders.replace(again),
    store.resources.replace(resourceAtWork(resource, order, clock.now())),
  );
  return again;
}
