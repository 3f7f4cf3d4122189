import { changed } from '../_core/record.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { Drift } from '../clusters/drift.ts';
import { isAdopted } from '../nodes/linked-node.ts';
import { gapsBeside } from '../nodes/missing-nodes.ts';
import { type Node, summariesWith, summaryOf } from '../nodes/node.ts';
import { type ClusterObservation, observeNodes, rancherNodeOf } from '../nodes/observe-nodes.ts';
import { isErredByWatch, isResting, isServerGone, withServerState } from '../nodes/server-state.ts';
import { observePools, type SeenPools } from '../pools/views/observe-pools.ts';
import { isVanishedBeingDeleted, type Quorum, quorumFailure, quorumOf } from './etcd-quorum.ts';
import { foundNodes } from './found-nodes.ts';
import { poolDrift } from './pool-drift.ts';
import { nodesWithoutServer, vanishedNodes } from './vanished-nodes.ts';

/** How long a node may be unhealthy before it is reported. A restart or an upgrade takes less time than this. */
const NOT_HEALTHY_AFTER_MS = 5 * 60_000;

type Seen = Omit<Drift, 'since'> & { since?: string };
type Judged = {
  cluster: Cluster;
  nodes: readonly Node[];
  vanished: readonly Node[];
  quorum: Quorum;
  observation: ClusterObservation;
  now: Date;
};

const entry = (kind: Drift['kind'], node: Node, message: string): Seen => ({
  kind,
  nodeUuid: node.uuid,
  name: node.spec.name,
  message,
});

const known = ({ drift }: Cluster, kind: Drift['kind'], name: string, nodeUuid?: string): Drift | undefined =>
  drift.find((item) => item.kind === kind && item.name === name && item.nodeUuid === nodeUuid);

function ofServer({ cluster, vanished, observation }: Judged, node: Node): Seen | undefined {
  const { name } = node.spec;
  const isBelieved = vanished.some(({ uuid }) => uuid === node.uuid) || isVanishedBeingDeleted(cluster, node);
  const words = `Server ${node.instanceId} is no longer in the cloud`;
  if (isBelieved) return entry('SERVER_NOT_FOUND', node, `${words}; Paddock removes the rest of the node.`);
  if (!isResting(cluster, node)) return undefined;
  if (isServerGone(node, observation)) {
    return entry(
      'SERVER_NOT_FOUND',
      node,
      `${words}; the record of the node stays until the loss is certain and etcd can remove the node.`,
    );
  }
  if (isErredByWatch(node)) return entry('SERVER_IN_ERROR', node, node.lastError?.message ?? '');
  return observation.servers.has(node.spec.tenantUuid)
    ? undefined
    : known(cluster, 'SERVER_NOT_FOUND', name, node.uuid);
}

function ofRancher({ cluster, observation, now }: Judged, node: Node): Seen | undefined {
  if (node.state !== 'OK' || node.backendId === '' || !observation.remote || !isResting(cluster, node))
    return undefined;
  if (!rancherNodeOf(node, observation)) {
    return entry('NODE_NOT_IN_RANCHER', node, 'Rancher no longer has the node, although its server exists.');
  }
  const since = node.unhealthySince;
  if (since === undefined || now.getTime() - Date.parse(since) < NOT_HEALTHY_AFTER_MS) return undefined;
  return { ...entry('NODE_NOT_HEALTHY', node, `The state of the node in Rancher is ${node.runtimeState}.`), since };
}

function ofNode(judged: Judged, node: Node): Seen[] {
  const unknown = isAdopted(node)
    ? [entry('NODE_UNKNOWN', node, 'The node was found in Rancher and recorded. Its server is unknown.')]
    : [];
  const found = ofServer(judged, node) ?? ofRancher(judged, node);
  return found ? [...unknown, found] : unknown;
}

function ofCluster({ cluster, quorum, observation }: Judged): Seen[] {
  const { name, backendId } = cluster;
  const gone = observation.remote
    ? []
    : [{ kind: 'CLUSTER_NOT_IN_RANCHER' as const, name, message: `Rancher no longer has the cluster ${backendId}.` }];
  const lost = quorum.kind === 'lost' ? [{ kind: 'QUORUM_LOST' as const, name, message: quorum.message }] : [];
  const kept = quorum.kind === 'unknown' ? known(cluster, 'QUORUM_LOST', name) : undefined;
  return [...gone, ...lost, ...(kept ? [kept] : [])];
}

const ofMissing = ({ missingNodes }: Cluster): Seen[] =>
  missingNodes.map(({ uuid, name, reason, since }) => ({
    kind: 'NODE_MISSING',
    nodeUuid: uuid,
    name,
    message: reason,
    since,
  }));

/**
 * All differences between records and reality: differences of the cluster as a whole, missing nodes, differences of
 * nodes with records, and differences of machine pools.
 */
function driftOf(judged: Judged): Drift[] {
  const { cluster, nodes, now } = judged;
  const ofNodes = [...ofMissing(cluster), ...nodes.flatMap((node) => ofNode(judged, node))];
  const seen = [...ofCluster(judged), ...ofNodes, ...poolDrift(cluster.machinePools, now)];
  return seen.map(({ since, ...item }) => ({
    ...item,
    since: since ?? known(cluster, item.kind, item.name, item.nodeUuid)?.since ?? now.toISOString(),
  }));
}

/**
 * `pools`: the machines that Rancher makes. Absent if Rancher makes no machines of the cluster, or does not have the
 * cluster.
 */
export type WholeObservation = ClusterObservation & { pools?: SeenPools };

type Known = {
  cluster: Cluster;
  /** All nodes of the cluster. */
  nodes: readonly Node[];
  /** Names that nodes of other clusters have in this cluster's Rancher. */
  foreign?: ReadonlySet<string>;
};
/** The result of a comparison: records to write, and deletions to start. */
export type Comparison = {
  /** The cluster's new record, or the given record if nothing has changed. */
  cluster: Cluster;
  /** New records of nodes that have changed. They have to be written. */
  nodes: Node[];
  /** New records for nodes that only Rancher has. */
  found: Node[];
  /** Nodes whose servers are missing from the server lists of their tenants. */
  suspected: Node[];
  /**
   * The nodes among `suspected` that Paddock should delete now. Empty if etcd has lost its quorum, because Rancher
   * cannot remove a member of etcd without a quorum.
   */
  vanished: Node[];
};

type Changing = Pick<Cluster, 'state' | 'upgrade' | 'poolChange' | 'clusterApiChange'>;
const isLeftByChange = ({ state, upgrade, poolChange, clusterApiChange }: Changing): boolean =>
  state === 'ERRED' && [upgrade, poolChange, clusterApiChange].some((change) => change !== undefined);

/**
 * Whether the whole cluster is compared, and not only its health. A failed cluster is usually not compared, because a
 * retry or the deletion corrects the differences. After a failed upgrade, the cluster is compared, because the upgrade
 * can continue only when missing nodes have been deleted. After a failed change of pools or of a Cluster API cluster,
 * the cluster is compared, because Rancher or Cluster API continues with the change. A hibernated cluster is not
 * compared, because its machines are stopped on purpose.
 */
export const isWatched = (cluster: Changing & Pick<Cluster, 'lastError' | 'hibernation'>): boolean =>
  !cluster.hibernation && (cluster.state === 'OK' || isErredByWatch(cluster) || isLeftByChange(cluster));

const orElse = (reported: Record<string, string> = {}, before: Record<string, string>) =>
  Object.keys(reported).length > 0 ? reported : before;

/**
 * Decides the cluster's state. The state becomes ERRED when etcd has lost its quorum, and OK when the quorum is back.
 * The failure of a single node does not change the cluster's state (docs/spec/nodes.md#machines-that-fail). After a
 * failed upgrade or change of pools, the cluster stays ERRED.
 */
function lifecycleOf(cluster: Cluster, quorum: Quorum, now: Date): Pick<Cluster, 'state' | 'lastError'> {
  const { state, lastError } = cluster;
  if (quorum.kind === 'kept' && isErredByWatch(cluster)) return { state: 'OK', lastError: undefined };
  if (quorum.kind !== 'lost' || isLeftByChange(cluster)) return { state, lastError };
  const failure = quorumFailure(quorum.message, now);
  return { state: 'ERRED', lastError: lastError?.message === failure.message ? lastError : failure };
}

const withFields = (cluster: Cluster, fields: Partial<Cluster>, now: Date): Cluster =>
  isSameValue({ ...cluster, ...fields }, cluster) ? cluster : changed(cluster, now, fields);

function observed({ cluster, nodes }: Known, observation: ClusterObservation, now: Date): Node[] {
  const resting = nodes.filter((node) => isResting(cluster, node));
  const seen = { rancherNodes: observation.rancherNodes, servers: [...observation.servers.values()].flat() };
  const health = new Map(observeNodes(resting, seen, now).all.map((node) => [node.uuid, node]));
  return nodes.map((node) => health.get(node.uuid) ?? node);
}

const poolsAfter = (
  { machinePools }: Cluster,
  { pools }: WholeObservation,
  now: Date,
): Pick<Cluster, 'machinePools'> =>
  machinePools && pools ? { machinePools: observePools(machinePools, pools, now) } : {};

const differing = (all: readonly Node[], nodes: readonly Node[]) => all.filter((node, index) => node !== nodes[index]);

/**
 * Compares records with Rancher and the clouds. Returns the records to write and the nodes to delete. If nothing
 * differs, nothing has to be written. Cluster and nodes get the health that Rancher reports. States change only when
 * servers are in ERROR or the quorum is lost.
 */
export function compareCluster(known: Known, observation: WholeObservation, now: Date): Comparison {
  const { cluster, nodes, foreign = new Set<string>() } = known;
  const health = observed(known, observation, now);
  const { remote } = observation;
  const figures = {
    runtimeState: remote?.state ?? '',
    kubernetesVersion: remote?.kubernetesVersion || cluster.kubernetesVersion,
    capacity: orElse(remote?.capacity, cluster.capacity),
    requested: orElse(remote?.requested, cluster.requested),
  };
  if (!isWatched(cluster)) {
    const fields = { ...figures, nodes: summariesWith(cluster, health) };
    const next = withFields(cluster, fields, now);
    return { cluster: next, nodes: differing(health, nodes), found: [], suspected: [], vanished: [] };
  }
  const all = health.map((node, index) =>
    isResting(cluster, node) ? withServerState(node, nodes[index] ?? node, observation, now) : node,
  );
  const suspected = nodesWithoutServer(cluster, all, observation);
  const believed = vanishedNodes(cluster, all, observation, now);
  const quorum = quorumOf(cluster, all, believed, observation);
  const vanished = quorum.kind === 'lost' ? [] : believed;
  const found = foundNodes(cluster, nodes, observation, foreign, now);
  // The nodes in the cluster's list of nodes. `joined` has the nodes that this list lacks. They were found just now, or
  // by an earlier run that was interrupted before it wrote the list.
  const listed = new Set(cluster.nodes.map(({ uuid }) => uuid));
  const joined = [...all, ...found].filter(({ uuid }) => !listed.has(uuid));
  const missingNodes = gapsBeside(cluster.missingNodes, joined);
  const pools = poolsAfter(cluster, observation, now);
  const judged = { nodes: [...all, ...found], vanished, quorum, observation, now };
  const fields = {
    ...figures,
    ...lifecycleOf(cluster, quorum, now),
    nodes: [...summariesWith(cluster, all), ...joined.map(summaryOf)],
    missingNodes,
    ...pools,
    drift: driftOf({ ...judged, cluster: { ...cluster, ...pools, missingNodes } }),
  };
  return { cluster: withFields(cluster, fields, now), nodes: differing(all, nodes), found, suspected, vanished };
}
