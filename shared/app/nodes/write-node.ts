import { machineFor } from '#shared/domain/_core/cluster-driver';
import type { RecordBase } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { MAX_NODE_OPERATIONS, type NodeOperation } from '#shared/domain/clusters/node-operation';
import { type Node, newNode, summaryOf } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import { VersionConflict } from '#shared/errors';
import type { Write } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { newOperation, type RecordDeps } from '../planning/order-deps.ts';
import type { Placing } from '../planning/place-node.ts';

/** Writes that are committed together with a new node. */
export type Along = {
  writes?: Write[];
  /** Fields of the operation that adds the node. */
  entry?: Pick<NodeOperation, 'replaces' | 'heals'>;
  /** Fields of the cluster that change with the new node. */
  fields?: Partial<Omit<Cluster, keyof RecordBase>>;
};
export type NodeWriting = {
  /** Returns the cluster. Throws if no node can be added to it now. Called again at each attempt. */
  growing: () => Promise<Cluster>;
  place: Placing;
  correlationId: string;
  along?: (cluster: Cluster, node: Node, now: Date) => Along | Promise<Along>;
};

/**
 * Maximum number of attempts. An attempt can fail, because all concurrent additions of nodes write the cluster's
 * record, and only one of them succeeds at a time.
 */
const ATTEMPTS = 2 * MAX_NODE_OPERATIONS;

async function write(deps: RecordDeps, { growing, place, correlationId, along }: NodeWriting): Promise<Node> {
  const { store, clock, ids } = deps;
  const now = clock.now();
  const cluster = await growing();
  const nodeUuid = ids.uuid();
  const { spec, writes } = await place(cluster, nodeUuid, now);
  const node: Node = { ...newNode(cluster, spec, nodeUuid, now), hasOwnCredential: true };
  const more = (await along?.(cluster, node, now)) ?? {};
  const machine = machineFor('addNode', cluster);
  const operation = newOperation(deps, cluster.uuid, correlationId, { machine, nodeUuid });
  const { uuid, created: since } = operation;
  const { nodes, nodeOperations } = { ...cluster, ...more.fields };
  const entry: NodeOperation = { uuid, nodeUuid, machine, since, ...more.entry };
  const taken = () => new VersionConflict(`Name ${spec.name} was taken by another request.`);
  const fields = {
    ...more.fields,
    nodes: [...nodes, summaryOf(node)],
    nodeOperations: [...nodeOperations, entry],
  };
  await store.commit(
    ...(more.writes ?? []),
    store.nodes.insert(node),
    store.claims.insert(nodeNameClaim(node.settingsUuid, spec.name), nodeUuid, taken),
    ...writes,
    store.clusters.replace(clusterMovesTo(cluster, 'OK', now, fields)),
    store.outbox.insert(operation),
  );
  return node;
}

/**
 * Writes a new node in one transaction: its record, the claim on its name, its entry in the tenant's record, and its
 * operation.
 */
export const writeNode = (deps: RecordDeps, writing: NodeWriting): Promise<Node> =>
  retryOnConflict(() => write(deps, writing), ATTEMPTS);
