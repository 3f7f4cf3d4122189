import type { RecordBase } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { MOST_NODE_OPERATIONS, type NodeOperation } from '#shared/domain/clusters/node-operation';
import { newNode } from '#shared/domain/nodes/new-node';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import { VersionConflict } from '#shared/errors';
import type { Write } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { newOperation, type RecordDeps } from '../planning/order-deps.ts';
import type { Placing } from '../planning/place-node.ts';

/** What is written along with a node. */
export type Along = {
  writes?: Write[];
  /** Of its operation. */
  entry?: Pick<NodeOperation, 'replaces' | 'heals'>;
  /** Of its cluster, where they are other than the record has them. */
  fields?: Partial<Omit<Cluster, keyof RecordBase>>;
};
export type NodeWriting = {
  /** The cluster, if a node may be added to it; asked again whenever the records have changed. */
  growing: () => Promise<Cluster>;
  place: Placing;
  correlationId: string;
  along?: (cluster: Cluster, node: Node, now: Date) => Along | Promise<Along>;
};

/** Who adds many at the same moment meets himself at the cluster's record; each round one of them gets through. */
const ATTEMPTS = 2 * MOST_NODE_OPERATIONS;

async function write(deps: RecordDeps, { growing, place, correlationId, along }: NodeWriting): Promise<Node> {
  const { store, clock, ids } = deps;
  const now = clock.now();
  const cluster = await growing();
  const nodeUuid = ids.uuid();
  const { spec, writes } = await place(cluster, nodeUuid, now);
  const node: Node = { ...newNode(cluster, spec, nodeUuid, now), hasOwnCredential: true };
  const more = (await along?.(cluster, node, now)) ?? {};
  const operation = newOperation(deps, cluster.uuid, correlationId, { machine: 'add-node', nodeUuid });
  const { uuid, created: since } = operation;
  const { nodes, nodeOperations } = { ...cluster, ...more.fields };
  const entry: NodeOperation = { uuid, nodeUuid, machine: 'add-node', since, ...more.entry };
  const taken = () => new VersionConflict(`Name ${spec.name} was taken meanwhile.`);
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

/** A node that is added: its record and name, its place, and the operation that carries it out; all or nothing. */
export const writeNode = (deps: RecordDeps, writing: NodeWriting): Promise<Node> =>
  retryOnConflict(() => write(deps, writing), ATTEMPTS);
