import { changed } from '../_core/record.ts';
import { isSameValue } from '../_core/same-value.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { Drift } from '../clusters/drift.ts';
import { isAdopted } from '../nodes/linked-node.ts';
import type { Look } from '../nodes/look.ts';
import { gapsBeside } from '../nodes/missing-nodes.ts';
import { type Node, summariesWith, summaryOf } from '../nodes/node.ts';
import { observeNodes, rancherNodeOf } from '../nodes/observe-nodes.ts';
import { isErredByWatch, isResting, isServerGone, withServerState } from '../nodes/watched-node.ts';
import { isVanishedBeingDeleted, type Quorum, quorumFailure, quorumOf } from './etcd-quorum.ts';
import { foundNodes } from './found-nodes.ts';
import { nodesWithoutServer, vanishedNodes } from './vanished-nodes.ts';

/** A node that starts again, or is upgraded, is away for less. */
const NOT_HEALTHY_AFTER_MS = 5 * 60_000;

type Seen = Omit<Drift, 'since'> & { since?: string };
type Judged = {
  cluster: Cluster;
  nodes: readonly Node[];
  vanished: readonly Node[];
  quorum: Quorum;
  look: Look;
  now: Date;
};

const entry = (kind: Drift['kind'], node: Node, message: string): Seen => ({
  ...{ kind, nodeUuid: node.uuid, name: node.spec.name, message },
});

const known = ({ drift }: Cluster, kind: Drift['kind'], name: string, nodeUuid?: string): Drift | undefined =>
  drift.find((item) => item.kind === kind && item.name === name && item.nodeUuid === nodeUuid);

function ofServer({ cluster, vanished, look }: Judged, node: Node): Seen | undefined {
  const { name } = node.spec;
  const isBelieved = vanished.some(({ uuid }) => uuid === node.uuid) || isVanishedBeingDeleted(cluster, node);
  const words = `Server ${node.instanceId} is not in the cloud any more`;
  if (isBelieved) return entry('SERVER_NOT_FOUND', node, `${words}; what is left of the node is cleaned away.`);
  if (!isResting(cluster, node)) return undefined;
  if (isServerGone(node, look)) {
    return entry('SERVER_NOT_FOUND', node, `${words}; its record stays until that is certain, and etcd can let it go.`);
  }
  if (isErredByWatch(node)) return entry('SERVER_IN_ERROR', node, node.lastError?.message ?? '');
  return look.servers.has(node.spec.tenantUuid) ? undefined : known(cluster, 'SERVER_NOT_FOUND', name, node.uuid);
}

function ofRancher({ cluster, look, now }: Judged, node: Node): Seen | undefined {
  if (node.state !== 'OK' || node.backendId === '' || !look.remote || !isResting(cluster, node)) return undefined;
  if (!rancherNodeOf(node, look)) {
    return entry(
      'NODE_NOT_IN_RANCHER',
      node,
      'Rancher does not have the node any more, which its server does not know.',
    );
  }
  const since = node.unhealthySince;
  if (since === undefined || now.getTime() - Date.parse(since) < NOT_HEALTHY_AFTER_MS) return undefined;
  return { ...entry('NODE_NOT_HEALTHY', node, `Rancher calls it ${node.runtimeState}.`), since };
}

function ofNode(judged: Judged, node: Node): Seen[] {
  const unknown = isAdopted(node)
    ? [entry('NODE_UNKNOWN', node, 'It was found in Rancher, and taken in; which server it is has nobody said.')]
    : [];
  const found = ofServer(judged, node) ?? ofRancher(judged, node);
  return found ? [...unknown, found] : unknown;
}

function ofCluster({ cluster, quorum, look }: Judged): Seen[] {
  const { name, backendId } = cluster;
  const gone = look.remote
    ? []
    : [{ kind: 'CLUSTER_NOT_IN_RANCHER' as const, name, message: `Rancher has no cluster ${backendId} any more.` }];
  const lost = quorum.kind === 'lost' ? [{ kind: 'QUORUM_LOST' as const, name, message: quorum.message }] : [];
  const kept = quorum.kind === 'unknown' ? known(cluster, 'QUORUM_LOST', name) : undefined;
  return [...gone, ...lost, ...(kept ? [kept] : [])];
}

const ofMissing = ({ missingNodes }: Cluster): Seen[] =>
  missingNodes.map(({ uuid, name, reason, since }) => ({
    ...{ kind: 'NODE_MISSING', nodeUuid: uuid, name, message: reason, since },
  }));

/** In which ways the cluster differs from what it should be: of itself, of what is missing, of each node. */
function driftOf(judged: Judged): Drift[] {
  const { cluster, nodes, now } = judged;
  const seen = [...ofCluster(judged), ...ofMissing(cluster), ...nodes.flatMap((node) => ofNode(judged, node))];
  return seen.map(({ since, ...item }) => ({
    ...item,
    since: since ?? known(cluster, item.kind, item.name, item.nodeUuid)?.since ?? now.toISOString(),
  }));
}

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
