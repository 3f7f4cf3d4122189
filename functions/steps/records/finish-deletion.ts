import { commitInChunks } from '#shared/app/commit-in-chunks';
import { forgetContents } from '#shared/app/contents/forget-contents';
import { forgetAccess } from '#shared/app/forget-access';
import { forgetInfrastructure, releaseManaged } from '#shared/app/forget-infrastructure';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/cluster';
import { heldClaims, nodeNameClaim } from '#shared/domain/naming';
import type { Node } from '#shared/domain/node';
import { orderMovesTo } from '#shared/domain/order';
import { changed } from '#shared/domain/record';
import { implement } from '../_step/implement.ts';
import type { RecordsDeps } from './records-deps.ts';

/** A name that another cluster's node has here, too, may be that one's. */
async function removeNodes({ store }: RecordsDeps, cluster: Cluster): Promise<void> {
  const nodes = await store.nodes.listByCluster(cluster.uuid);
  await Promise.all(nodes.map((node) => store.phoneHomes.remove(node.uuid)));
  const nameOf = ({ settingsUuid, spec }: Node) => nodeNameClaim(settingsUuid, spec.name);
  const holders = await store.claims.holdersOf(nodes.map(nameOf));
  await commitInChunks(store, nodes, (node) => [
    store.nodes.remove(node),
    ...(holders.get(nameOf(node)) === node.uuid ? [store.claims.remove(nameOf(node))] : []),
  ]);
}

/** What watches of operations before this one left behind; nobody waits for them any more. */
async function removeWaits({ store }: RecordsDeps, { uuid, settingsUuid }: Cluster): Promise<void> {
  const waits = await store.waits.listByCluster({ clusterUuid: uuid, settingsUuid });
  for (const wait of waits) await store.waits.take(wait);
}

async function removeSecurityGroups({ store }: RecordsDeps, { uuid }: Cluster): Promise<void> {
  const groups = await store.clusterSecurityGroups.listByCluster(uuid);
  await commitInChunks(store, groups, (group) => [store.clusterSecurityGroups.remove(group)]);
}

/**
 * Runs after the sweeps have proved the backends empty. The cluster's own row goes last, in the transaction that ends the
 * order: as long as it exists, the deletion can be repeated. The event comes before it, for the same reason: a repeat
 * after the row is gone is superseded and would say nothing.
 */
export const finishDeletion = implement(steps.records.finishDeletion, async (deps: RecordsDeps, _target, cluster) => {
  const { store, clock, events, metrics } = deps;
  await removeNodes(deps, cluster);
  await removeWaits(deps, cluster);
  await removeSecurityGroups(deps, cluster);
  await forgetContents(deps, cluster.uuid);
  await forgetAccess(deps, cluster);
  await forgetInfrastructure(deps, cluster);
  await store.events.removeByCluster(cluster.uuid);
  const [order, resource] = await Promise.all([
    store.orders.get(cluster.orderUuid),
    store.resources.get(cluster.resourceUuid),
  ]);
  const completedAt = clock.now().toISOString();
  await events.publish({ type: 'cluster.deleted', detail: { clusterUuid: cluster.uuid, orderUuid: order.uuid } });
  await store.commit(
    store.clusters.remove(cluster),
    ...heldClaims(cluster).map((key) => store.claims.remove(key)),
    ...releaseManaged(deps, cluster, resource),
    store.resources.replace(changed(resource, clock.now(), { state: 'Terminated', pendingOrderUuid: undefined })),
    ...(order.state === 'executing'
      ? [store.orders.replace(orderMovesTo(order, 'done', clock.now(), { completedAt }))]
      : []),
  );
  metrics.add('OrdersDone', 1, { Type: 'Terminate' });
  return {};
});
