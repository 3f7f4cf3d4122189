import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed, type RecordBase } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { replacementOf } from '#shared/domain/clusters/node-operation';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import { assertRemovable, isBeingDeleted } from '#shared/domain/nodes/node-removal';
import { assertReplaceable } from '#shared/domain/nodes/node-replacement';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { noMatch, noObject } from '#shared/errors';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { placeReplacement } from '../planning/place-replacement.ts';
import { assertAcceptsNodes } from './add-node.ts';
import { removalOf } from './schedule-removal.ts';
import { type Along, writeNode } from './write-node.ts';

export type NodeReplacement = {
  /** The text of the cluster's uuid in the URL. */
  uuidText: string;
  /** Reads from the body which node to replace. Called after the checks of the cluster. Throws Invalid. */
  readNode: () => Uuid;
  correlationId: string;
};
type Found = { cluster: Cluster; node: Node; nodes: Node[] };
/**
 * Returns fields of the cluster that are written together with the operation. This function is called before every
 * write. If the replacement is no longer needed, the function throws, and nothing is written. `replacementUuid` is the
 * new node.
 */
type Also = (
  cluster: Cluster,
  nodes: Node[],
  replacementUuid: Uuid,
) => Promise<Partial<Omit<Cluster, keyof RecordBase>>>;
/** `isForced`: the old node is deleted even if it cannot be drained. */
type Asked = { clusterUuid: Uuid; nodeUuid: Uuid; correlationId: string; isForced?: boolean };

async function find({ store }: OrderDeps, { clusterUuid, nodeUuid }: Asked): Promise<Found> {
  const cluster = await store.clusters.find(clusterUuid);
  if (!cluster) throw noMatch('Cluster');
  const nodes = await store.nodes.listByCluster(clusterUuid);
  const node = nodes.find(({ uuid }) => uuid === nodeUuid);
  if (!node) throw noObject('node');
  return { cluster, node, nodes };
}

/** The new node that an earlier attempt has created. Undefined if that node has been deleted. */
const replacementIn = ({ node, nodes }: Found): Node | undefined =>
  nodes.find((one) => one.uuid === node.replacedByUuid && !isBeingDeleted(one));

const failedReplacementOf = (found: Found): Node | undefined => {
  const replacement = replacementIn(found);
  return replacement?.state === 'ERRED' ? replacement : undefined;
};

/**
 * Throws Conflict if the node cannot be replaced. If the new node of an earlier attempt has failed, this check ignores
 * it, because the next attempt deletes it.
 */
function assertPlanPossible(found: Found): void {
  const failed = failedReplacementOf(found);
  const others = found.nodes.filter((one) => one !== failed);
  const nodeOperations = found.cluster.nodeOperations.filter(({ nodeUuid }) => nodeUuid !== failed?.uuid);
  assertReplaceable({ ...found.cluster, nodeOperations }, found.node, others);
}

type Written = { cluster: Cluster; replacement: Node; now: Date; also: Also };

/**
 * Returns the writes that are committed together with the new node. They record the new node's uuid on the old node,
 * and delete the failed node of an earlier attempt.
 */
async function along(deps: OrderDeps, asked: Asked, { cluster, replacement, now, also }: Written): Promise<Along> {
  const { nodeUuid, correlationId, isForced } = asked;
  const found = await find(deps, asked);
  const more = await also(cluster, found.nodes, replacement.uuid);
  assertPlanPossible({ ...found, cluster });
  const replaced = changed(found.node, now, { replacedByUuid: replacement.uuid });
  const known = { ...cluster, nodes: summariesWith(cluster, [replaced]) };
  const before = failedReplacementOf(found);
  const removal = before && removalOf(deps, known, before, { correlationId });
  return {
    writes: [deps.store.nodes.replace(replaced), ...(removal?.writes ?? [])],
    entry: { replaces: { nodeUuid, correlationId, ...(isForced && { isForced }) } },
    fields: { ...more, nodes: known.nodes, ...removal?.fields },
  };
}

/** Deletes the old node. Called when the new node is active. */
async function removeReplaced(deps: OrderDeps, asked: Asked, replacementUuid: Uuid, also: Also): Promise<Node> {
  const { store, clock } = deps;
  const found = await find(deps, asked);
  const { cluster, node, nodes } = found;
  const more = await also(cluster, nodes, replacementUuid);
  assertAcceptsNodes(cluster);
  assertPlanPossible(found);
  assertRemovable(node.uuid, nodes);
  const { writes, fields } = removalOf(deps, cluster, node, asked);
  const next = changed(cluster, clock.now(), { ...more, ...fields });
  await store.commit(...writes, store.clusters.replace(next));
  return store.nodes.get(cluster.uuid, replacementUuid);
}

/**
 * Replaces a node by a new node with the same spec. First adds the new node. When the new node is active, the old node
 * is deleted (`shared/app/nodes/steps/finish-node.ts`). While a replacement runs, further calls return the same new
 * node. After a failure, a further call continues where the replacement stopped. Throws Conflict when the cluster
 * cannot lose the node. Throws Invalid if the new node cannot be created now.
 * @returns the new node
 */
export async function startReplacement(deps: OrderDeps, asked: Asked, also: Also = async () => ({})): Promise<Node> {
  const found = await find(deps, asked);
  // After a failed replacement, the operation stays in `nodeOperations` for a short time. The new node of this
  // operation is already ERRED then. Such a node is not returned.
  const operation = replacementOf(found.cluster, found.node.uuid);
  const underWay = found.nodes.find(({ uuid, state }) => uuid === operation?.nodeUuid && state !== 'ERRED');
  if (underWay) return underWay;
  const replacement = replacementIn(found);
  if (replacement?.state === 'OK') return retryOnConflict(() => removeReplaced(deps, asked, replacement.uuid, also));
  assertPlanPossible(found);
  return writeNode(deps, {
    growing: async () => {
      const { cluster } = await find(deps, asked);
      assertAcceptsNodes(cluster);
      return cluster;
    },
    place: await placeReplacement(deps, found.cluster, found.node.spec),
    correlationId: asked.correlationId,
    along: (cluster, node, now) => along(deps, asked, { cluster, replacement: node, now, also }),
  });
}

/**
 * Replaces a node at a caller's request. Checks for the errors 404, 403, 409, 405 and 400, in this order. Then throws
 * the errors of `startReplacement`.
 */
export async function replaceNode(deps: OrderDeps, caller: Caller, replacement: NodeReplacement): Promise<Node> {
  const { uuidText, readNode, correlationId } = replacement;
  const cluster = await getVisible(deps.store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'node.replace', cluster);
  assertAcceptsNodes(cluster);
  assertNotReadOnly(deps.site);
  return startReplacement(deps, { clusterUuid: cluster.uuid, nodeUuid: readNode(), correlationId });
}
