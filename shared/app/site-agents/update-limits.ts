import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { changed, newRecord } from '#shared/domain/_core/record';
import { approversMail } from '#shared/domain/mail/order-mail';
import { laterPart, limitedPartOf } from '#shared/domain/marketplace/limited-part';
import { isLimitedOffering } from '#shared/domain/marketplace/offering';
import { isPendingProvider, type Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Limits } from '#shared/domain/marketplace/site-agent-order';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted, may } from '#shared/domain/organizations/permission';
import { placement } from '#shared/domain/organizations/placement';
import { changedLimits } from '#shared/domain/site-agents/ordered-limits';
import { Conflict, Invalid } from '#shared/errors';
import { getVisible, soldTo } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { workWrites } from '../marketplace/site-agent-orders/begin-limited-order.ts';
import type { RecordDeps } from '../planning/order-deps.ts';

/**
 * A change of limits. `uuidText` is the text from the URL. `read` parses the body; it is called after all other checks,
 * and throws Invalid.
 */
type Change = { uuidText: string; correlationId: string; read: () => Limits };

type Wanted = { limits: Limits; waits: boolean };

const NO_LIMITS = 'Limits update is not supported for this resource.';
const NOT_CREATED =
  'The project was not created in Rancher. Retry the order that creates it, or terminate the resource.';
const PENDING = 'Pending order for resource already exists.';

/**
 * Finds the resource and makes the checks 404, 403, 400, 409 and 405, in this order
 * (docs/spec/waldur-http.md#order-of-checks).
 */
async function limitedResource(
  { store, site }: RecordDeps,
  caller: Caller,
  uuidText: string,
): Promise<{ resource: Resource; limits: Limits }> {
  const resource = await getVisible(store.resources, 'Resource', uuidText, soldTo(caller));
  assertPermitted(caller, 'resource.update_limits', resource);
  const part = limitedPartOf(resource);
  if (!part) throw new Invalid([NO_LIMITS]);
  if (resource.pendingOrderUuid !== undefined) throw new Invalid([PENDING]);
  assertState(resource, ['OK', 'Erred']);
  if (resource.rancherProject?.backendId === '') throw new Conflict(NOT_CREATED);
  assertNotReadOnly(site);
  return { resource, limits: part.limits };
}

function orderOfLimits(deps: RecordDeps, caller: Caller, resource: Resource, { limits, waits }: Wanted): Order {
  const now = deps.clock.now();
  const isApproved = may(caller, 'order.approve', resource);
  const approval = { approvedByUuid: caller.user.uuid, approvedAt: now.toISOString() };
  return {
    ...newRecord(deps.ids.uuid(), now),
    ...placement.parse(resource),
    type: 'Update',
    state: isApproved ? (waits ? 'pending-provider' : 'executing') : 'pending-consumer',
    resourceUuid: resource.uuid,
    resourceName: resource.name,
    createdByUuid: caller.user.uuid,
    ...(isApproved && approval),
    ...laterPart(resource, limits),
  };
}

async function update(deps: RecordDeps, caller: Caller, { uuidText, correlationId, read }: Change): Promise<Order> {
  const { store, clock } = deps;
  const { resource, limits: before } = await limitedResource(deps, caller, uuidText);
  const offering = await store.offerings.get(resource.offeringUuid);
  const components = isLimitedOffering(offering) ? offering.components : [];
  const limits = changedLimits(components, before, read());
  const order = orderOfLimits(deps, caller, resource, { limits, waits: isPendingProvider(offering, resource) });
  const isBegun = order.state === 'executing';
  const waiting = () => store.resources.replace(changed(resource, clock.now(), { pendingOrderUuid: order.uuid }));
  await store.commit(
    store.orders.insert(order),
    ...(isBegun ? workWrites(deps, resource, order, correlationId) : [waiting()]),
    ...(isBegun ? [] : [store.mails.insert(approversMail(order))]),
  );
  return order;
}

/**
 * Orders new limits. They apply when the order has been carried out. Makes the checks 404, 403, 400, 409 and 405,
 * in this order.
 */
export const updateLimits = (deps: RecordDeps, caller: Caller, change: Change): Promise<Order> =>
  retryOnConflict(() => update(deps, caller, change));
