import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import { deleteCluster } from '#shared/app/marketplace/terminate-resource';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { parseUuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Order } from '#shared/domain/marketplace/order';
import { driverOf } from '#shared/drivers/registry';
import { Conflict, NotFound } from '#shared/errors';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';
import type { MagnumCaller } from './magnum-caller.ts';

/**
 * A cluster with its last order. The order is present if the cluster's record does not contain all that was ordered, or
 * if the cluster has failed.
 */
export type MagnumCluster = { cluster: Cluster; order?: Order };
type Place = Pick<MagnumCaller, 'tenant' | 'project'>;
type Deps = { store: Pick<Store, 'clusters' | 'orders'> };

const isIn =
  ({ tenant, project }: Place) =>
  (cluster: Cluster): boolean =>
    driverOf(cluster).hasMagnumApi === true &&
    cluster.tenantUuid === tenant.uuid &&
    cluster.projectUuid === project.uuid;

const listIn = async ({ store }: Deps, place: Place, name?: string): Promise<Cluster[]> => {
  const scope = {
    visibility: { customers: [], projects: [place.project.uuid] },
    ...(name !== undefined && { where: { name_exact: [name] } }),
  };
  const isSame = isIn(place);
  const matches = (item: Cluster) => isSame(item) && (name === undefined || item.name === name);
  return (await store.clusters.list(scope, WHOLE_LIST, matches)).items;
};

/**
 * Adds the order if the cluster's own record does not contain all that was ordered. Also adds it if the cluster has
 * failed, because the order has the reason of the failure.
 */
async function withOrder({ store }: Deps, cluster: Cluster): Promise<MagnumCluster> {
  if (cluster.clusterApi !== undefined && cluster.state !== 'ERRED') return { cluster };
  const order = await store.orders.find(cluster.orderUuid);
  return { cluster, ...(order && { order }) };
}

/** All clusters of Cluster API in the tenant. */
export const listMagnumClusters = async (deps: Deps, place: Place): Promise<MagnumCluster[]> =>
  Promise.all((await listIn(deps, place)).map((cluster) => withOrder(deps, cluster)));

/**
 * Finds a cluster of the tenant by its uuid or its name. Throws NotFound if the tenant has no such cluster, and
 * Conflict if several clusters have the name.
 */
export async function findMagnumCluster(deps: Deps, place: Place, named: string): Promise<MagnumCluster> {
  const uuid = parseUuid(named);
  const byUuid = uuid && (await deps.store.clusters.find(uuid));
  const found = byUuid && isIn(place)(byUuid) ? [byUuid] : await listIn(deps, place, named);
  const [cluster, ...others] = found;
  if (cluster === undefined) throw new NotFound(`Cluster ${named} could not be found.`);
  if (others.length > 0) {
    throw new Conflict('Multiple clusters exist with same name. Please use the cluster uuid instead.');
  }
  return withOrder(deps, cluster);
}

/**
 * Deletes a cluster. If the cluster is being created, its order is cancelled, and the cancellation deletes everything
 * that was created. Does nothing if the cluster is being deleted already. Throws Conflict while the cluster is being
 * changed.
 */
export async function deleteMagnumCluster(
  deps: OrderDeps,
  { caller, ...place }: MagnumCaller,
  { named, correlationId }: { named: string; correlationId: string },
): Promise<void> {
  const { cluster } = await findMagnumCluster(deps, place, named);
  const { uuid: uuidText, state, orderUuid } = cluster;
  if (state === 'DELETION_SCHEDULED' || state === 'DELETING') return;
  if (state === 'CREATION_SCHEDULED' || state === 'CREATING') {
    await cancelOrder(deps, caller, { orderUuid, correlationId });
  } else await deleteCluster(deps, caller, { uuidText, correlationId });
}
