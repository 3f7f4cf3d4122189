import { NIL_UUID, type Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import { laterPart } from '#shared/domain/marketplace/limited-part';
import type { Order, OrderType } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Limits } from '#shared/domain/marketplace/site-agent-order';
import { placementOf } from '#shared/domain/organizations/placement';
import {
  assertLimitsAccepted,
  knownLimits,
  localOrderUuid,
  localResourceUuid,
} from '#shared/domain/remote-waldur/order-work';
import type { RemoteLimits, RemoteOrder, RemoteResource } from '#shared/domain/remote-waldur/remote-objects';
import { Invalid } from '#shared/errors';
import { newSlug } from '../_core/new-slug.ts';
import { resourceAtWork, workWrites } from '../marketplace/site-agent-orders/begin-limited-order.ts';
import { newLimitedPart } from '../marketplace/site-agent-orders/new-limited-part.ts';
import type { SyncDeps } from '../providers/sync-job.ts';
import type { Served } from './served-offerings.ts';

type Deps = Pick<SyncDeps, 'store' | 'clock' | 'ids'>;

/** Recorded as the user of an order of a remote Waldur, because no user in Paddock has placed this order. */
const BY_NOBODY = NIL_UUID;

function assertNamed({ customer, project }: RemoteResource): void {
  if (customer.slug === '' || project.slug === '') {
    throw new Invalid(['The customer and the project of a resource must each have a slug.']);
  }
}

const orderOf = (uuid: Uuid, remoteUuid: Uuid, resource: Resource, type: OrderType, now: Date) => ({
  ...newRecord(uuid, now),
  type,
  state: 'executing' as const,
  resourceUuid: resource.uuid,
  resourceName: resource.name,
  createdByUuid: BY_NOBODY,
  approvedByUuid: BY_NOBODY,
  approvedAt: now.toISOString(),
  remote: { uuid: remoteUuid, isFailureReported: false },
});

/**
 * Makes a new resource in Paddock for a resource of a remote Waldur. The new resource's objects, such as the project in
 * Rancher, get the names that Waldur's site agent would give them.
 */
async function newResource(
  deps: Deps,
  { offering, project }: Served,
  there: RemoteResource,
  asked: { limits: RemoteLimits; orderUuid: Uuid },
) {
  assertNamed(there);
  const { customer, project: remoteProject, backendId } = there;
  const uuid = localResourceUuid(offering.uuid, there.uuid);
  const name = there.name || there.slug || there.uuid;
  const remote = {
    slug: there.slug,
    part: { uuid: there.uuid, customerName: customer.name, projectName: remoteProject.name, backendId },
  };
  assertLimitsAccepted(offering.components, asked.limits);
  const part = await newLimitedPart(
    deps,
    { offering, project },
    {
      ...{ description: '', limits: knownLimits(offering.components, asked.limits), remote },
      slugs: { customerSlug: customer.slug, projectSlug: remoteProject.slug },
    },
  );
  const slug = await newSlug(deps.store, there.slug || name);
  const own = part({ orderUuid: asked.orderUuid, resourceUuid: uuid, slug });
  const place = placementOf(project, offering, undefined);
  const resource: Resource = {
    ...newRecord(uuid, deps.clock.now()),
    ...place,
    ...{ name, slug, state: 'Creating', options: {} },
    ...own.resource,
  };
  return { place, own, resource };
}

/**
 * Makes an order and its resource for a remote order, in one transaction. Their uuids are derived from the uuids of the
 * remote order and the remote resource, so a second run cannot make them again.
 */
export async function beginCreation(
  deps: Deps,
  served: Served,
  { uuid, limits }: Pick<RemoteOrder, 'uuid' | 'limits'>,
  there: RemoteResource,
  correlationId: string,
): Promise<void> {
  const { store, clock } = deps;
  const orderUuid = localOrderUuid(served.offering.uuid, uuid);
  const ordered = Object.keys(limits).length > 0 ? limits : there.limits;
  const { place, own, resource } = await newResource(deps, served, there, { limits: ordered, orderUuid });
  const { remote, ...base } = orderOf(orderUuid, uuid, resource, 'Create', clock.now());
  const rancherProject = own.order.rancherProject && { ...own.order.rancherProject, remote };
  const order: Order = { ...base, ...place, ...(rancherProject && { rancherProject }) };
  const { resource: begun, operation } = resourceAtWork(deps, resource, order, correlationId);
  await store.commit(
    store.orders.insert(order),
    store.resources.insert({ ...begun, version: resource.version }),
    ...(operation ? [store.outbox.insert(operation)] : []),
  );
}

/** Begins an order that changes the limits of a resource in Paddock, or terminates the resource. */
export async function beginLaterOrder(
  deps: Deps,
  served: Served,
  { uuid, type, limits }: { uuid: Uuid; type: 'Update' | 'Terminate'; limits: Limits },
  resource: Resource,
  correlationId: string,
): Promise<void> {
  const { store, clock } = deps;
  const orderUuid = localOrderUuid(served.offering.uuid, uuid);
  const { remote, ...base } = orderOf(orderUuid, uuid, resource, type, clock.now());
  const { rancherProject } = laterPart(resource, { ...resource.rancherProject?.limits, ...limits });
  const order: Order = {
    ...base,
    ...placementOf(served.project, served.offering, undefined),
    ...(rancherProject && { rancherProject: { ...rancherProject, remote } }),
  };
  await store.commit(store.orders.insert(order), ...workWrites(deps, resource, order, correlationId));
}

/** Makes the record of a project that already exists, because a site agent has made it. Changes nothing in Rancher. */
export async function recordAdopted(
  deps: Deps,
  served: Served,
  there: RemoteResource,
  { id: backendId, name: projectName }: { id: string; name: string },
): Promise<Resource | undefined> {
  const { resource } = await newResource(deps, served, there, { limits: there.limits, orderUuid: NIL_UUID });
  const { rancherProject } = resource;
  if (!rancherProject) return undefined;
  const adopted: Resource = {
    ...resource,
    state: 'OK',
    rancherProject: { ...rancherProject, backendId, projectName },
  };
  await deps.store.commit(deps.store.resources.insert(adopted));
  return adopted;
}
