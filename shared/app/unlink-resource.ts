import { clusterHappening } from '../domain/audit/happening.ts';
import type { Caller } from '../domain/caller.ts';
import type { Cluster } from '../domain/cluster.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import { derivedUuid, type Uuid } from '../domain/identifier.ts';
import { isPending, orderMovesTo } from '../domain/order.ts';
import { demand } from '../domain/permission.ts';
import { changed } from '../domain/record.ts';
import type { Resource } from '../domain/resource.ts';
import type { SiteSettings } from '../domain/site-settings.ts';
import type { Clock } from '../ports/runtime.ts';
import type { Store, Write } from '../ports/store.ts';
import { clusterRemoval, forgetCluster } from './forget-cluster.ts';
import { stopMeter } from './meter-cluster.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { type Named, resourceAndCluster } from './resource-and-cluster.ts';

type Deps = { store: Store; clock: Clock; site: SiteSettings };

/** Orders stay on record; one that has not ended is cancelled, since nobody carries it out any more. */
async function endedOrder({ store, clock }: Deps, orderUuid: Uuid | undefined): Promise<Write[]> {
  const order = orderUuid === undefined ? undefined : await store.orders.find(orderUuid);
  if (!order || !(isPending(order) || order.state === 'executing')) return [];
  const now = clock.now();
  return [store.orders.replace(orderMovesTo(order, 'canceled', now, { completedAt: now.toISOString() }))];
}

/** From here on no step writes the cluster, no watch looks at it and nothing is charged; only another unlinking goes on. */
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

/** What is left behind is in no record of ours any more: the event names where it was. Told again it is the same event. */
const tell = ({ store }: Deps, cluster: Cluster): Promise<void> =>
  store.audit.tell({
    ...clusterHappening(cluster, 'resource_unlinked', {
      backendId: { after: cluster.backendId },
      settingsName: { after: cluster.settingsName },
      nodes: { after: cluster.nodes.map(({ name }) => name).join(', ') },
    }),
    uuid: derivedUuid(cluster.uuid, 'resource_unlinked'),
  });

/**
 * Takes a resource with its cluster from the records, in whatever state they are, and asks no backend: machines, networks and projects
 * in the clouds, the cluster in Rancher, and what Keycloak, Vault and Argo CD have of it stay. Names and networks are free again;
 * orders and usages stay on record. Safe to repeat: a call that was cut short is finished by another one. Throws NotFound, NotAllowed
 * and ReadOnlyMode.
 */
export const unlinkResource = (deps: Deps, caller: Caller, named: Named): Promise<void> =>
  onFreshRecords(async () => {
    const { store, site } = deps;
    const { resource, cluster } = await resourceAndCluster(store, caller, named);
    demand(caller, 'resource.unlink', resource);
    demandWritable(site);
    if (!cluster) {
      const ended = await endedOrder(deps, resource.pendingOrderUuid);
      return store.commit(store.resources.remove(resource), ...ended);
    }
    const leaving = await begin(deps, cluster, resource);
    await tell(deps, leaving);
    await forgetCluster(deps, leaving);
    const last = await store.resources.get(resource.uuid);
    await store.commit(...clusterRemoval(deps, leaving, last), store.resources.remove(last));
  });
