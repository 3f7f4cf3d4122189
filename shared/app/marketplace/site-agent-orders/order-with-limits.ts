import { newSlug } from '#shared/app/_core/new-slug';
import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { newRecord } from '#shared/domain/_core/record';
import { approversMail } from '#shared/domain/mail/order-mail';
import { isProjectOffering, type LimitedOffering } from '#shared/domain/marketplace/offering';
import { isPendingProvider, type Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import { orderedEnd } from '#shared/domain/marketplace/resource-end';
import { type Caller, placeOf } from '#shared/domain/organizations/caller';
import { may } from '#shared/domain/organizations/permission';
import { placementOf } from '#shared/domain/organizations/placement';
import type { Project } from '#shared/domain/organizations/project';
import { orderedLimits } from '#shared/domain/site-agents/ordered-limits';
import { Invalid } from '#shared/errors';
import type { NewOrder } from '../orders/create-order.ts';
import { assertOrderable, assertOrdersAccepted, optionNamesOf } from '../orders/order-request.ts';
import { assertRoomForWaiting } from '../waiting-orders.ts';
import { resourceAtWork } from './begin-limited-order.ts';
import { type LimitedPart, newLimitedPart } from './new-limited-part.ts';

type Place = { project: Project; offering: LimitedOffering };
type Ordered = { order: Order; resource: Resource };

/** The slug of the new resource, and the function that makes the additional fields of order and resource. */
type Recorded = { slug: string; part: LimitedPart };

function read(input: NewOrder, offering: LimitedOffering) {
  const { name, description, endDate } = input.readSiteAgentAttributes(optionNamesOf(offering));
  const limits = orderedLimits(offering.components, input.readLimits());
  return { name, description, endDate, limits, options: input.readOptions(offering) };
}

function newRecords(
  { clock, ids }: OrderDeps,
  caller: Caller,
  { project, offering, input }: Place & { input: NewOrder },
  { name, endDate, options, slug, part }: ReturnType<typeof read> & Recorded,
): Ordered {
  const place = placementOf(project, offering, input.planUuid);
  const [orderBase, resourceBase] = [newRecord(ids.uuid(), clock.now()), newRecord(ids.uuid(), clock.now())];
  const own = part({ orderUuid: orderBase.uuid, resourceUuid: resourceBase.uuid, slug });
  const end = orderedEnd(endDate, { byUuid: caller.user.uuid, now: clock.now() });
  const order: Order = {
    ...orderBase,
    ...place,
    type: 'Create',
    state: 'pending-consumer',
    resourceUuid: resourceBase.uuid,
    resourceName: name,
    createdByUuid: caller.user.uuid,
    ...own.order,
  };
  const resource: Resource = {
    ...resourceBase,
    ...place,
    name,
    slug,
    state: 'Creating',
    options,
    ...(end && { end }),
    pendingOrderUuid: order.uuid,
    ...own.resource,
  };
  return { order, resource };
}

/** Returns the order in its first state. If the caller may approve orders, placing the order also approves it. */
function begun(order: Order, caller: Caller, { project, offering }: Place, now: Date): Order {
  if (!may(caller, 'order.approve', placeOf(project))) return order;
  const approval = { approvedByUuid: caller.user.uuid, approvedAt: now.toISOString() };
  return { ...order, ...approval, state: isPendingProvider(offering, project) ? 'pending-provider' : 'executing' };
}

/**
 * Throws Invalid if the offering carries out orders of a remote Waldur. Such an offering takes no orders that are
 * placed in Paddock.
 */
function assertOrderedHere(offering: LimitedOffering): void {
  if (!isProjectOffering(offering) || offering.pluginOptions.remote_offering_uuid === undefined) return;
  throw new Invalid({
    offering: ['This offering only carries out orders of a remote Waldur. Place the order in that Waldur.'],
  });
}

/**
 * Places an order with limits. Writes order and resource in one transaction. If a site agent carries out the order, no
 * state machine starts, because the agent finds the order in its list and reports the result.
 */
export async function orderWithLimits(
  deps: OrderDeps,
  caller: Caller,
  input: NewOrder,
  place: Place,
): Promise<Ordered> {
  const { store, clock } = deps;
  assertOrderable(place.offering, input);
  assertOrderedHere(place.offering);
  assertOrdersAccepted(deps.site);
  const said = read(input, place.offering);
  const customer = await store.customers.get(place.project.customerUuid);
  const slugs = { projectSlug: place.project.slug, customerSlug: customer.slug };
  const part = await newLimitedPart(deps, place, { ...said, slugs });
  return retryOnConflict(async () => {
    const slug = await newSlug(store, said.name);
    const { order: pending, resource: ordered } = newRecords(
      deps,
      caller,
      { ...place, input },
      { ...said, slug, part },
    );
    const order = begun(pending, caller, place, clock.now());
    const isBegun = order.state === 'executing';
    if (!isBegun) await assertRoomForWaiting(store, place.project);
    const work = isBegun ? resourceAtWork(deps, ordered, order, input.correlationId) : { resource: ordered };
    const resource = { ...work.resource, version: ordered.version };
    const key = { userUuid: caller.user.uuid, orderUuid: order.uuid, created: clock.now().toISOString() };
    await store.commit(
      ...(input.once ? [store.idempotencyKeys.insert({ ...key, ...input.once })] : []),
      store.orders.insert(order),
      store.resources.insert(resource),
      ...(isBegun ? [] : [store.mails.insert(approversMail(order))]),
      ...(work.operation ? [store.outbox.insert(work.operation)] : []),
    );
    return { order, resource };
  });
}
