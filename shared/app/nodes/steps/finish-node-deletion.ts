import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import { currentCluster, type Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import { nodeOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { meterCluster } from '#shared/app/usage/meter-cluster';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { endedNodeOperation, MAX_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
import { gapsAfter } from '#shared/domain/nodes/missing-nodes';
import { nodeNameClaim } from '#shared/domain/planning/naming';

/**
 * Deletes the stored task tokens of state machines that wait for this node. Their operations have ended, so nothing
 * will use the tokens.
 */
async function removeWaits({ store }: RecordsDeps, { uuid, settingsUuid }: Cluster, nodeUuid: string): Promise<void> {
  const waits = await store.waits.listByCluster({ clusterUuid: uuid, settingsUuid });
  for (const wait of waits.filter((item) => item.nodeUuid === nodeUuid)) await store.waits.take(wait);
}

/**
 * Deletes the node's records and writes the new usage, in one transaction. The records are the node's row, its entry in
 * the cluster, the operation, and the claim on the node's name. The claim stays if a node of another cluster holds it.
 */
async function forget(deps: RecordsDeps, target: Target): Promise<void> {
  const { store, clock } = deps;
  const cluster = await currentCluster(store, target);
  const { node, own } = await nodeOfOperation(deps, target, cluster);
  const resource = await store.resources.get(cluster.resourceUuid);
  const name = nodeNameClaim(node.settingsUuid, node.spec.name);
  const isNameOurs = (await store.claims.holderOf(name)) === node.uuid;
  const nodes = cluster.nodes.filter(({ uuid }) => uuid !== node.uuid);
  await store.commit(
    store.nodes.remove(node),
    ...(isNameOurs ? [store.claims.remove(name)] : []),
    store.clusters.replace(
      changed(cluster, clock.now(), {
        nodes,
        ...endedNodeOperation(cluster, target.operationUuid),
        ...gapsAfter(cluster, node, own.since),
      }),
    ),
    ...(await meterCluster(deps, cluster, resource)),
  );
}

/**
 * Ends the deletion of a node. Records the events of the deletion before the operation ends. If the step is repeated
 * after the operation has ended, it finds no operation and records nothing.
 */
export const finishNodeDeletion = implement(
  steps.records.finishNodeDeletion,
  async (deps: RecordsDeps, target: Target, cluster) => {
    const { store, events } = deps;
    const { uuid: nodeUuid, spec } = (await nodeOfOperation(deps, target, cluster)).node;
    await store.phoneHomes.remove(nodeUuid);
    await removeWaits(deps, cluster, nodeUuid);
    await note(deps, target, { step: 'node-deleted', message: 'Node is gone', nodeName: spec.name });
    await events.publish({ type: 'node.deleted', detail: { clusterUuid: cluster.uuid, nodeUuid } });
    await retryOnConflict(() => forget(deps, target), MAX_NODE_OPERATIONS);
    return {};
  },
);
