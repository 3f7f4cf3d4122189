import { commitInChunks } from '#shared/app/_core/commit-in-chunks';
import type { Failure } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { failedMail } from '#shared/domain/mail/order-mail';
import { type Order, orderMovesTo } from '#shared/domain/marketplace/order';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import type { Clock } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { mailOrderer } from './mail-about-order.ts';

type Deps = { store: Store; clock: Clock };

/**
 * Sets nodes that are neither OK nor ERRED to ERRED. Each of these nodes gets the failure, unless the node already has
 * one.
 */
async function failNodes({ store, clock }: Deps, clusterUuid: string, failure: Failure): Promise<Node[]> {
  const nodes = await store.nodes.listByCluster(clusterUuid);
  const failed = nodes
    .filter((node) => node.state !== 'OK' && node.state !== 'ERRED')
    .map((node) => changed(node, clock.now(), { state: 'ERRED', lastError: node.lastError ?? failure }));
  await commitInChunks(store, failed, (node) => [store.nodes.replace(node)]);
  const byUuid = new Map(failed.map((node) => [node.uuid, node]));
  return nodes.map((node) => byUuid.get(node.uuid) ?? node);
}

/**
 * Returns the writes that set the order to failed and queue the e-mail about it. Returns no writes if the order is not
 * executing. For example, a cancelled order stays cancelled.
 */
async function erredOrder(deps: Deps, order: Order, lastError: Failure): Promise<Write[]> {
  if (order.state !== 'executing') return [];
  const erred = orderMovesTo(order, 'erred', deps.clock.now(), { lastError, completedAt: lastError.at });
  const mails = await mailOrderer(deps, order, (to) => failedMail(to, order, lastError));
  return [deps.store.orders.replace(erred), ...mails];
}

/**
 * Records a failure on the cluster, its resource and its order in one transaction, so that `retry` and `terminate` are
 * possible (docs/spec/design.md#failure-has-a-shape). Sends an e-mail to the user who ordered. A cancelled order stays
 * cancelled.
 * @param fields more fields of the cluster to change in the same write
 */
export async function failOrder(
  deps: Deps,
  cluster: Cluster,
  lastError: Failure,
  fields: Pick<Cluster, 'operationUuid'> | object = {},
): Promise<void> {
  const { store, clock } = deps;
  const nodes = await failNodes(deps, cluster.uuid, lastError);
  const [order, resource] = await Promise.all([
    store.orders.get(cluster.orderUuid),
    store.resources.get(cluster.resourceUuid),
  ]);
  const erred = { ...fields, lastError, currentStep: '', nodes: nodes.map(summaryOf) };
  await store.commit(
    store.clusters.replace(clusterMovesTo(cluster, 'ERRED', clock.now(), erred)),
    store.resources.replace(changed(resource, clock.now(), { state: 'Erred', pendingOrderUuid: undefined })),
    ...(await erredOrder(deps, order, lastError)),
  );
}

/** Writes the failure to the cluster's timeline. A repeated call overwrites the line of the earlier call. */
export async function noteFailure(
  { store, clock }: Deps,
  { operationUuid, clusterUuid }: { operationUuid: string; clusterUuid: string },
  { message }: Failure,
): Promise<void> {
  const key = `${operationUuid}#failure`;
  const at = clock.now().toISOString();
  await store.events.append({ clusterUuid, key, at, step: 'failure', message, level: 'error' });
}
