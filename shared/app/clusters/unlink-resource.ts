import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import { derivedUuid, type Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { clusterActivity } from '#shared/domain/audit/activity-event';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isPending, orderMovesTo } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Clock } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { type Named, resourceAndCluster } from '../marketplace/resource-and-cluster.ts';
import { stopMeter } from '../usage/meter-cluster.ts';
import { clusterRemoval, forgetCluster } from './forget-cluster.ts';

type Deps = { store: Store; clock: Clock; site: SiteSettings };

/**
 * Cancels the order if it is unfinished, because no operation works on the order any more. The record of the order is
 * kept.
 */
async function endedOrder({ store, clock }: Deps, orderUuid: Uuid | undefined): Promise<Write[]> {
  const order = orderUuid === undefined ? undefined : await store.orders.find(orderUuid);
  if (!order || !(isPending(order) || order.state === 'executing')) return [];
  const now = clock.now();
  return [store.orders.replace(orderMovesTo(order, 'canceled', now, { completedAt: now.toISOString() }))];
}

/**
 * Marks the cluster as being deleted and removes all its operations. From now on, no step writes the cluster, and
 * nothing is charged. The job that watches clusters skips the cluster. If the removal of the records is interrupted,
 * only another unlink call can complete it.
 */
async function begin(deps: Deps, cluster: Cluster, resource: Resource): Promise<Cluster> {
  const { store, clock } = deps;
  if (cluster.state === 'DELETING' && cluster.operationUuid === undefined) return cluster;
  const now = clock.now();
  const free = { operationUuid: undefined, operationSince: undefined, nodeOperations: [], upgrade: undefined };
  const leaving = changed(cluster, now, { ...free, state: 'DELETING', currentStep: '', lastError: undefined });
  await store.commit(
    store.clusters.replace(leaving),
    store.resources.replace(changed(resource, now, { state: 'Terminating', pendingOrderUuid: undefined })),
    ...(await endedOrder(deps, cluster.orderUuid)),
    ...(await stopMeter(deps, resource)),
  );
  return leaving;
}

/**
 * The cluster's records are deleted. So this audit event keeps the cluster's id in Rancher, the provider's name and the
 * names of the nodes. A repeated call records the same event.
 */
const recordUnlink = ({ store }: Deps, cluster: Cluster): Promise<void> =>
  store.audit.recordActivity({
    ...clusterActivity(cluster, 'resource_unlinked', {
      backendId: { after: cluster.backendId },
      settingsName: { after: cluster.settingsName },
      nodes: { after: cluster.nodes.map(({ name }) => name).join(', ') },
    }),
    uuid: derivedUuid(cluster.uuid, 'resource_unlinked'),
  });

/**
 * Removes a resource and its cluster from the records, in any state, without calling a backend. Machines, networks and
 * projects in clouds are kept. Objects in Rancher, Keycloak, Vault and Argo CD are kept, too. New clusters may use the
 * cluster's names and address ranges. The records of orders and usages are kept. A repeated call completes an
 * interrupted call. Throws NotFound, NotAllowed and ReadOnlyMode.
 */
export const unlinkResource = (deps: Deps, caller: Caller, named: Named): Promise<void> =>
  retryOnConflict(async () => {
    const { store, site } = deps;
    const { resource, cluster } = await resourceAndCluster(store, caller, named);
    assertPermitted(caller, 'resource.unlink', resource);
    assertNotReadOnly(site);
    if (!cluster) {
      const ended = await endedOrder(deps, resource.pendingOrderUuid);
      return store.commit(store.resources.remove(resource), ...ended);
    }
    const leaving = await begin(deps, cluster, resource);
    await recordUnlink(deps, leaving);
    await forgetCluster(deps, leaving);
    const last = await store.resources.get(resource.uuid);
    await store.commit(...clusterRemoval(deps, leaving, last), store.resources.remove(last));
  });
