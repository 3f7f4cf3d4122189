import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { type Cluster, resourceStateOf } from '#shared/domain/clusters/cluster';
import type { Drift } from '#shared/domain/clusters/drift';
import type { Node } from '#shared/domain/nodes/node';
import { WATCH_STEP } from '#shared/domain/nodes/server-state';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import type { Comparison } from '#shared/domain/reconciliation/compare-cluster';
import { roomIn } from '#shared/domain/reconciliation/vanished-nodes';
import { Conflict, VersionConflict } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { removalOf } from '../nodes/schedule-removal.ts';
import { writeSeenNodes } from '../nodes/write-seen-nodes.ts';
import { meterCluster, meterPools } from '../usage/meter-cluster.ts';

type Deps = { store: Store; clock: Clock; ids: Ids; site: SiteSettings };
type Known = { cluster: Cluster; nodes: readonly Node[] };

/**
 * Writes nodes whose state or server has changed. Each node is written together with the cluster's new usage, because a
 * node is charged while it has a machine and is not ERRED.
 */
async function moveNodes(deps: Deps, cluster: Cluster, moved: readonly Node[]): Promise<void> {
  if (moved.length === 0) return;
  const { store } = deps;
  for (const [index, node] of moved.entries()) {
    const resource = await store.resources.get(cluster.resourceUuid);
    const metered = await meterCluster(deps, cluster, resource, moved.slice(0, index + 1));
    await store.commit(store.nodes.replace(node), ...metered);
  }
}

/**
 * Records nodes that the observation has found. A conflict means that another observation has already recorded the
 * node, or that the node's name is taken. The cluster is then observed again.
 */
async function insertFound({ store }: Deps, found: readonly Node[]): Promise<void> {
  for (const node of found) {
    const { uuid, settingsUuid, spec } = node;
    const taken = () => new VersionConflict(`Node name ${spec.name} is taken.`);
    const claim = store.claims.insert(nodeNameClaim(settingsUuid, spec.name), uuid, taken);
    await store.commit(store.nodes.insert(node), claim).catch((error: unknown) => {
      throw error instanceof Conflict ? new VersionConflict(error.message) : error;
    });
  }
}

/**
 * Writes the cluster, with the charge for machines of its pools. If the state of the cluster has changed, also writes
 * the state of its resource.
 */
async function replaceCluster(deps: Deps, before: Cluster, cluster: Cluster): Promise<void> {
  if (cluster === before) return;
  const { store, clock } = deps;
  const metered = await meterPools(deps, before, cluster);
  if (cluster.state === before.state) return store.commit(store.clusters.replace(cluster), ...metered);
  const resource = await store.resources.get(cluster.resourceUuid);
  const mirrored = changed(resource, clock.now(), { state: resourceStateOf(cluster.state) });
  await store.commit(store.clusters.replace(cluster), store.resources.replace(mirrored), ...metered);
}

const isNew = ({ drift }: Cluster, { kind, name, since }: Drift): boolean =>
  !drift.some((item) => item.kind === kind && item.name === name && item.since === since);

/**
 * Adds a line to the cluster's timeline for each new difference between the record and reality, so that users see it.
 */
async function emitDrift(
  { store, clock }: Deps,
  before: Cluster,
  { uuid: clusterUuid, drift }: Cluster,
): Promise<void> {
  for (const { kind, name, message, since, nodeUuid } of drift.filter((item) => isNew(before, item))) {
    await store.events.append({
      clusterUuid,
      key: [WATCH_STEP, kind, name, since].join('#'),
      at: clock.now().toISOString(),
      step: WATCH_STEP,
      message,
      level: 'error',
      ...(nodeUuid !== undefined && { nodeName: name }),
    });
  }
}

/**
 * Starts deletions of nodes whose machines have vanished, in the same way as an API call would. The number of
 * concurrent operations is limited, so the next observation starts the remaining deletions. In read-only mode, no
 * deletion is started.
 */
async function cleanAway(deps: Deps, cluster: Cluster, vanished: readonly Node[]) {
  const deletedNodes: Node[] = [];
  let current = cluster;
  const room = deps.site.readOnlyMode ? 0 : roomIn(cluster);
  for (const node of vanished.slice(0, room)) {
    const how = { correlationId: deps.ids.uuid(), isVanished: true };
    const { leaving, fields, writes } = removalOf(deps, current, node, how);
    current = changed(current, deps.clock.now(), fields);
    await deps.store.commit(...writes, deps.store.clusters.replace(current));
    deletedNodes.push(leaving);
  }
  return { cluster: current, deletedNodes };
}

const renewed = (nodes: readonly Node[], next: readonly Node[]): Node[] => {
  const byUuid = new Map(next.map((node) => [node.uuid, node]));
  return nodes.map((node) => byUuid.get(node.uuid) ?? node);
};

/**
 * Writes the differences: first the rows of nodes, then the cluster that lists them. In this order, an interrupted
 * write loses nothing, and the next observation completes it. Throws VersionConflict when a record has changed since
 * the comparison.
 */
export async function writeComparison(deps: Deps, { cluster, nodes }: Known, comparison: Comparison) {
  const { store } = deps;
  const before = new Map(nodes.map((node) => [node.uuid, node]));
  const isMoved = ({ uuid, state, instanceId }: Node) =>
    before.get(uuid)?.state !== state || before.get(uuid)?.instanceId !== instanceId;
  const healthOnly = comparison.nodes.filter((node) => !isMoved(node));
  await writeSeenNodes(store, nodes, healthOnly);
  await moveNodes(deps, cluster, comparison.nodes.filter(isMoved));
  await insertFound(deps, comparison.found);
  await replaceCluster(deps, cluster, comparison.cluster);
  await emitDrift(deps, cluster, comparison.cluster);
  const all = [...renewed(nodes, comparison.nodes), ...comparison.found];
  const vanished = renewed(comparison.vanished, all);
  const { cluster: now, deletedNodes } = await cleanAway(deps, comparison.cluster, vanished);
  const isChanged = now !== cluster || comparison.nodes.length > 0;
  return { isChanged, cluster: now, nodes: renewed(all, deletedNodes) };
}
