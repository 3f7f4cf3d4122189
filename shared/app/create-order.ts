import { type Caller, placeOf } from '../domain/caller.ts';
import type { Cluster } from '../domain/cluster.ts';
import type { Uuid } from '../domain/identifier.ts';
import { clusterNameClaim } from '../domain/naming.ts';
import type { RancherOffering } from '../domain/offering.ts';
import type { Operation } from '../domain/operation.ts';
import type { Order } from '../domain/order.ts';
import type { OrderAttributes } from '../domain/order-attributes.ts';
import { may } from '../domain/permission.ts';
import { inProjectOf, type Placement } from '../domain/placement.ts';
import type { Project } from '../domain/project.ts';
import { newRecord } from '../domain/record.ts';
import type { Resource } from '../domain/resource.ts';
import { type CheckedOrder, checkOrder, nameTaken } from './check-order.ts';
import { newSlug } from './new-slug.ts';
import { newOperation, type OrderDeps, underOperation } from './order-deps.ts';
import { demandOrderable, demandOrdersAccepted, type OrderRequest, whatIsOrdered } from './order-request.ts';
import { resolveSshKeys } from './resolve-ssh-keys.ts';

export type NewOrder = OrderRequest & {
  /** From the API call to the last step's log line. */
  correlationId: string;
  /** Written with the order: the caller's key and the hash of the request (`create-order-once.ts`). */
  once?: { key: string; requestHash: string } | undefined;
};
export type Ordered = { order: Order; resource: Resource; cluster: Cluster };

function placementOf(project: Project, offering: RancherOffering, planUuid: Uuid | undefined): Placement {
  return {
    ...inProjectOf(project),
    offeringUuid: offering.uuid,
    offeringName: offering.name,
    ...(planUuid !== undefined && { planUuid }),
  };
}

type About = {
  project: Project;
  offering: RancherOffering;
  attributes: OrderAttributes;
  checked: CheckedOrder;
  slug: string;
};

function newRecords({ clock, ids }: OrderDeps, caller: Caller, input: NewOrder, about: About): Ordered {
  const { attributes } = about;
  const { settings, tenants } = about.checked;
  const place = placementOf(about.project, about.offering, input.planUuid);
  const base = () => newRecord(ids.uuid(), clock.now());
  const [orderBase, resourceBase, clusterBase] = [base(), base(), base()];
  const links = { resourceUuid: resourceBase.uuid, clusterUuid: clusterBase.uuid };
  const order: Order = {
    ...orderBase,
    ...place,
    ...links,
    type: 'Create',
    state: 'pending-consumer',
    resourceName: attributes.name,
    attributes,
    createdByUuid: caller.user.uuid,
  };
  const resource: Resource = {
    ...resourceBase,
    ...place,
    name: attributes.name,
    slug: about.slug,
    state: 'Creating',
    clusterUuid: clusterBase.uuid,
    pendingOrderUuid: order.uuid,
  };
  const cluster: Cluster = {
    ...clusterBase,
    ...place,
    name: attributes.name,
    description: attributes.description,
    state: 'CREATION_SCHEDULED',
    runtimeState: '',
    settingsUuid: settings.uuid,
    settingsName: settings.name,
    resourceUuid: resource.uuid,
    orderUuid: order.uuid,
    tenantUuid: tenants[0]?.uuid ?? '',
    vmProjectUuid: attributes.vmProjectUuid ?? about.project.uuid,
    installLonghorn: attributes.installLonghorn,
    kubernetesVersion: settings.options.k8sVersion,
    backendId: '',
    accessUrl: '',
    capacity: {},
    requested: {},
    nodes: [],
    currentStep: '',
  };
  return { order, resource, cluster };
}

/** The same records as if they had been approved by their creator. */
function approved({ order, resource, cluster }: Ordered, operation: Operation, caller: Caller, now: Date): Ordered {
  const approval = { approvedByUuid: caller.user.uuid, approvedAt: now.toISOString() };
  return {
    order: { ...order, ...approval, state: 'executing' },
    resource,
    cluster: { ...cluster, ...underOperation(operation) },
  };
}

/**
 * Places a self-managed order: checks everything first, then stores order, resource, cluster, the claim of its name and,
 * when the caller may approve it himself, the operation that carries it out; all or nothing (S0-002, S0-003).
 */
export async function createOrder(deps: OrderDeps, caller: Caller, input: NewOrder): Promise<Ordered> {
  const { store, clock } = deps;
  const { project, offering } = await whatIsOrdered(store, caller, input);
  demandOrderable(offering, input);
  demandOrdersAccepted(deps.site);
  const attributes = await resolveSshKeys(store, caller, input.readAttributes());
  const checked = await checkOrder(deps, caller, { project, offering, attributes });
  const slug = await newSlug(store, attributes.name);
  const pending = newRecords(deps, caller, input, { project, offering, attributes, checked, slug });
  const operation = newOperation(deps, pending.cluster.uuid, input.correlationId);
  const isApproved = may(caller, 'order.approve', placeOf(project));
  const records = isApproved ? approved(pending, operation, caller, clock.now()) : pending;
  const key = { userUuid: caller.user.uuid, orderUuid: records.order.uuid, created: clock.now().toISOString() };
  await store.commit(
    ...(input.once ? [store.idempotencyKeys.insert({ ...key, ...input.once })] : []),
    store.orders.insert(records.order),
    store.resources.insert(records.resource),
    store.clusters.insert(records.cluster),
    store.claims.insert(clusterNameClaim(checked.settings.uuid, records.cluster.name), records.cluster.uuid, nameTaken),
    ...(isApproved ? [store.outbox.insert(operation)] : []),
  );
  return records;
}
