import { changed } from '../_core/record.ts';
import { isSameValue } from '../_core/same-value.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { Look } from '../nodes/look.ts';
import { gapsBeside } from '../nodes/missing-nodes.ts';
import { type Node, summariesWith, summaryOf } from '../nodes/node.ts';
import { observeNodes } from '../nodes/observe-nodes.ts';
import { isErredByWatch, isResting, withServerState } from '../nodes/watched-node.ts';
import { driftOf } from './drift-of.ts';
import { type Quorum, quorumFailure, quorumOf } from './etcd-quorum.ts';
import { foundNodes } from './found-nodes.ts';
import { nodesWithoutServer, vanishedNodes } from './vanished-nodes.ts';

type Known = {
  cluster: Cluster;
  /** All of the cluster. */
  nodes: readonly Node[];
  /** Names of nodes in Rancher that other clusters' nodes have claimed. */
  foreign?: ReadonlySet<string>;
};
/** What is to be written, and to be begun. */
export type Comparison = {
  /** The very record that was given where nothing of it differs. */
  cluster: Cluster;
  /** Those that differ from their rows. */
  nodes: Node[];
  /** Records to be made, for nodes that are in Rancher only. */
  found: Node[];
  /** Nodes whose servers were not listed. */
  suspected: Node[];
  /** Those of them that are to be cleaned away; none while etcd has no quorum, for nothing can leave it then. */
  vanished: Node[];
};

const isLeftByUpgrade = ({ state, upgrade }: Pick<Cluster, 'state' | 'upgrade'>): boolean =>
  state === 'ERRED' && upgrade !== undefined;

/**
 * Whether it is compared as a whole. One that has failed belongs to whoever tries again or deletes it: of it health alone is kept. Not so
 * where an upgrade has failed: the same one goes on once the nodes are gone that it would wait for in vain.
 */
export const isWatched = (cluster: Pick<Cluster, 'state' | 'lastError' | 'upgrade'>): boolean =>
  cluster.state === 'OK' || isErredByWatch(cluster) || isLeftByUpgrade(cluster);

const orElse = (told: Record<string, string> = {}, before: Record<string, string>) =>
  Object.keys(told).length > 0 ? told : before;

const figuresOf = (cluster: Cluster, { remote }: Look) => ({
  runtimeState: remote?.state ?? '',
  kubernetesVersion: remote?.kubernetesVersion || cluster.kubernetesVersion,
  capacity: orElse(remote?.capacity, cluster.capacity),
  requested: orElse(remote?.requested, cluster.requested),
});

/**
 * Lost quorum makes a cluster erred, its return makes it OK again; no single node does either (docs/spec/nodes.md#machines-that-fail). A
 * failed upgrade stays one.
 */
function lifecycleOf(cluster: Cluster, quorum: Quorum, now: Date): Pick<Cluster, 'state' | 'lastError'> {
  const { state, lastError } = cluster;
  if (quorum.kind === 'kept' && isErredByWatch(cluster)) return { state: 'OK', lastError: undefined };
  if (quorum.kind !== 'lost' || isLeftByUpgrade(cluster)) return { state, lastError };
  const failure = quorumFailure(quorum.message, now);
  return { state: 'ERRED', lastError: lastError?.message === failure.message ? lastError : failure };
}

const withFields = (cluster: Cluster, fields: Partial<Cluster>, now: Date): Cluster =>
  isSameValue({ ...cluster, ...fields }, cluster) ? cluster : changed(cluster, now, fields);

function observed({ cluster, nodes }: Known, look: Look, now: Date): Node[] {
  const resting = nodes.filter((node) => isResting(cluster, node));
  const seen = { rancherNodes: look.rancherNodes, servers: [...look.servers.values()].flat() };
  const health = new Map(observeNodes(resting, seen, now).all.map((node) => [node.uuid, node]));
  return nodes.map((node) => health.get(node.uuid) ?? node);
}

/** Just found, or left behind by a look that was ended before it had written the list. */
const unlisted = ({ nodes }: Cluster, all: readonly Node[]) => {
  const listed = new Set(nodes.map(({ uuid }) => uuid));
  return all.filter(({ uuid }) => !listed.has(uuid));
};

const differing = (all: readonly Node[], nodes: readonly Node[]) => all.filter((node, index) => node !== nodes[index]);

/**
 * Records against what Rancher and the clouds have (issue "Nodes and day two", 4): what differs, and what is done about it. A look that
 * sees nothing new yields nothing to write. Health flows to nodes and their cluster, lifecycle only from servers in ERROR and from
 * lost quorum.
 */
export function compareCluster(known: Known, look: Look, now: Date): Comparison {
  const { cluster, nodes, foreign = new Set<string>() } = known;
  const health = observed(known, look, now);
  const figures = figuresOf(cluster, look);
  if (!isWatched(cluster)) {
    const fields = { ...figures, nodes: summariesWith(cluster, health) };
    const next = withFields(cluster, fields, now);
    return { cluster: next, nodes: differing(health, nodes), found: [], suspected: [], vanished: [] };
  }
  const all = health.map((node, index) =>
    isResting(cluster, node) ? withServerState(node, nodes[index] ?? node, look, now) : node,
  );
  const suspected = nodesWithoutServer(cluster, all, look);
  const believed = vanishedNodes(cluster, all, look, now);
  const quorum = quorumOf(cluster, all, believed, look);
  const vanished = quorum.kind === 'lost' ? [] : believed;
  const found = foundNodes(cluster, nodes, look, foreign, now);
  const joined = unlisted(cluster, [...all, ...found]);
  const missingNodes = gapsBeside(cluster.missingNodes, joined);
  const judged = { nodes: [...all, ...found], vanished, quorum, look, now };
  const fields = {
    ...figures,
    ...lifecycleOf(cluster, quorum, now),
    nodes: [...summariesWith(cluster, all), ...joined.map(summaryOf)],
    missingNodes,
    drift: driftOf({ ...judged, cluster: { ...cluster, missingNodes } }),
  };
  return { cluster: withFields(cluster, fields, now), nodes: differing(all, nodes), found, suspected, vanished };
}
