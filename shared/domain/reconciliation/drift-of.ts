import type { Cluster } from '../clusters/cluster.ts';
import type { Drift } from '../clusters/drift.ts';
import { isAdopted } from '../nodes/linked-node.ts';
import type { Look } from '../nodes/look.ts';
import type { Node } from '../nodes/node.ts';
import { rancherNodeOf } from '../nodes/observe-nodes.ts';
import { isErredByWatch, isResting, isServerGone } from '../nodes/watched-node.ts';
import { isVanishedBeingDeleted, type Quorum } from './etcd-quorum.ts';

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
export function driftOf(judged: Judged): Drift[] {
  const { cluster, nodes, now } = judged;
  const seen = [...ofCluster(judged), ...ofMissing(cluster), ...nodes.flatMap((node) => ofNode(judged, node))];
  return seen.map(({ since, ...item }) => ({
    ...item,
    since: since ?? known(cluster, item.kind, item.name, item.nodeUuid)?.since ?? now.toISOString(),
  }));
}
