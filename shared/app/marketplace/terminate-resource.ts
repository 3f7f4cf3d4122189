import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed, newRecord } from '#shared/domain/_core/record';
import { clusterMovesTo } from '#shared/domain/clusters/cluster';
import { isOfCluster } from '#shared/domain/marketplace/is-of-cluster';
import { laterPart } from '#shared/domain/marketplace/limited-part';
import type { Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { placement } from '#shared/domain/organizations/placement';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy, soldTo } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { newOperation, type RecordDeps, underOperation } from '../planning/order-deps.ts';
import { stopMeter } from '../usage/meter-cluster.ts';
import { workWrites } from './site-agent-orders/begin-limited-order.ts';

/**
 * Whether the cluster is being hibernated or woken. A termination may interrupt these two operations, because they
 * create nothing that could be left over. It must not interrupt an upgrade.
 */
async function isHibernating({ clusters }: Pick<Store, 'clusters'>, resource: Resource): Promise<boolean> {
  if (resource.state !== 'Updating' || !isOfCluster(resource)) return false;
  return (await clusters.get(resource.clusterUuid)).hibernation !== undefined;
}

/**
 * Finds the resource to terminate. Checks for errors in this order: 404, 403, 400 while an order is pending, 409 for
 * the state, 405 in read-only mode, and 400 for the body (docs/spec/waldur-http.md#marketplace).
 */
async function terminableResource({ store, site }: RecordDeps, caller: Caller, input: Termination): Promise<Resource> {
  const resource = await getVisible(store.resources, 'Resource', input.resourceUuid, soldTo(caller));
  assertPermitted(caller, 'resource.terminate', resource);
  const isBusy = !isOfCluster(resource) && resource.pendingOrderUuid !== undefined;
  if (resource.state === 'Terminating' || isBusy) throw new Invalid(['Pending order for resource already exists.']);
  assertState(resource, (await isHibernating(store, resource)) ? ['OK', 'Erred', 'Updating'] : ['OK', 'Erred']);
  assertNotReadOnly(site);
  input.readBody?.();
  return resource;
}

function terminationOrder({ clock, ids }: RecordDeps, byUuid: Uuid, resource: Resource): Order {
  return {
    ...newRecord(ids.uuid(), clock.now()),
    ...placement.parse(resource),
    type: 'Terminate',
    state: 'executing',
    resourceUuid: resource.uuid,
    resourceName: resource.name,
    ...(resource.clusterUuid !== undefined && { clusterUuid: resource.clusterUuid }),
    ...laterPart(resource),
    createdByUuid: byUuid,
    approvedByUuid: byUuid,
    approvedAt: clock.now().toISOString(),
  };
}

/** `resourceUuid` is the text from the URL. */
type Termination = {
  resourceUuid: Uuid;
  correlationId: string;
  readBody?: () => void;
};

/** Terminates a project in a shared cluster, or a resource of a site agent. */
async function terminateLimited(deps: RecordDeps, resource: Resource, order: Order, correlationId: string) {
  const { store } = deps;
  await store.commit(store.orders.insert(order), ...workWrites(deps, resource, order, correlationId));
  return order;
}

/**
 * Writes a termination order in the name of a user. The calling function must make sure that the resource has no
 * operation in progress.
 */
export async function scheduleTermination(
  deps: RecordDeps,
  resource: Resource,
  { byUuid, correlationId }: { byUuid: Uuid; correlationId: string },
): Promise<Order> {
  const { store, clock } = deps;
  const order = terminationOrder(deps, byUuid, resource);
  if (!isOfCluster(resource)) return terminateLimited(deps, resource, order, correlationId);
  const cluster = await store.clusters.get(resource.clusterUuid);
  const operation = newOperation(deps, cluster.uuid, correlationId);
  const leaving = clusterMovesTo(cluster, 'DELETION_SCHEDULED', clock.now(), {
    orderUuid: order.uuid,
    ...underOperation(operation),
    lastError: undefined,
    currentStep: '',
  });
  await store.commit(
    store.orders.insert(order),
    store.resources.replace(changed(resource, clock.now(), { state: 'Terminating', pendingOrderUuid: order.uuid })),
    store.clusters.replace(leaving),
    store.outbox.insert(operation),
    ...(await stopMeter(deps, resource)),
  );
  return order;
}

/**
 * Orders the deletion of a resource with everything that belongs to it. Possible in the states OK and ERRED, even if
 * the creation was never completed.
 */
export const terminateResource = (deps: RecordDeps, caller: Caller, input: Termination): Promise<Order> =>
  retryOnConflict(async () => {
    const resource = await terminableResource(deps, caller, input);
    return scheduleTermination(deps, resource, { byUuid: caller.user.uuid, correlationId: input.correlationId });
  });

/**
 * Orders the termination of the resource of a cluster. The errors 404, 403 and 409 are about the cluster, not about its
 * resource.
 */
export async function deleteCluster(
  deps: RecordDeps,
  caller: Caller,
  { uuidText, correlationId }: { uuidText: string; correlationId: string },
): Promise<Order> {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'resource.terminate', cluster);
  const { state, hibernation } = cluster;
  assertState({ state }, hibernation ? ['OK', 'ERRED', 'UPDATE_SCHEDULED', 'UPDATING'] : ['OK', 'ERRED']);
  return terminateResource(deps, caller, { resourceUuid: cluster.resourceUuid, correlationId });
}
