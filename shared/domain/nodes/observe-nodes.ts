import { isSameValue } from '../_core/deep-equal.ts';
import type { Uuid } from '../_core/identifier.ts';
import { changed } from '../_core/record.ts';
import { nodeTag } from '../planning/naming.ts';
import type { RancherRole } from '../planning/node-spec.ts';
import type { Node, NodeFacts } from './node.ts';
import { type Attempts, faultOf, lostBy, type Mishap, stuck, vanished, withMishap } from './server-attempts.ts';

export type SeenServer = {
  id: string;
  status: string;
  tags: readonly string[];
  volumeIds: string[];
  addresses: string[];
  taskState?: string;
  powerState?: string;
  fault?: { message: string; code?: number };
};
/** `id` is empty when a machine has registered and its kubelet has not joined yet. */
type SeenNode = { id: string; hostname: string; state: string; message?: string; facts: NodeFacts };
/** What OpenStack and Rancher report. If either is left out of a look, its fields stay. */
export type Observation = { servers?: readonly SeenServer[]; rancherNodes?: readonly SeenNode[] };

/** The wait that looks. It judges servers by the attempts of its operation. */
export type Wait = Attempts & { waitedMs: number; deadlineMs: number };

type Observed = Pick<Node, 'state' | 'runtimeState' | 'backendId' | 'facts' | 'volumeIds' | 'addresses' | 'lastError'> &
  Pick<Node, 'instanceId' | 'failedServers' | 'unhealthySince'>;

/**
 * Nodes are matched to servers by tag, and to Rancher's nodes by host name
 * (docs/spec/nodes.md#how-nodes-are-recognized).
 */
export const serverOf = (node: Node, { servers }: Observation): SeenServer | undefined =>
  servers?.find((item) => item.tags.includes(nodeTag(node.uuid)));
export const rancherNodeOf = <N extends Pick<SeenNode, 'hostname'>>(
  { spec }: Pick<Node, 'spec'>,
  { rancherNodes }: { rancherNodes?: readonly N[] },
): N | undefined => rancherNodes?.find((item) => item.hostname === spec.name);

const isJudged = ({ state }: Node): boolean => state === 'OK' || state === 'CREATING' || state === 'CREATION_SCHEDULED';

const isRecorded = (value: NodeFacts[keyof NodeFacts]): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== null && value !== '';

/** Facts that are no longer reported stay as they were (docs/spec/nodes.md#pull). */
const withFacts = (known: NodeFacts, reported: NodeFacts): NodeFacts => ({
  ...known,
  ...Object.fromEntries(Object.entries(reported).filter(([, value]) => isRecorded(value))),
});

function unhealthySince({ state, unhealthySince: since }: Node, runtimeState: string, now: Date): string | undefined {
  return state !== 'OK' || runtimeState === 'active' ? undefined : (since ?? now.toISOString());
}

function observe(node: Node, seen: Observation, now: Date): Observed {
  const server = serverOf(node, seen);
  const remote = rancherNodeOf(node, seen);
  const runtimeState = seen.rancherNodes ? (remote?.state ?? '') : node.runtimeState;
  return {
    // The state advances only while the node is being created. Later, a node that is away is unhealthy
    // (docs/spec/nodes.md#health-is-not-lifecycle).
    state: isJudged(node) && runtimeState === 'active' ? 'OK' : node.state,
    runtimeState,
    backendId: remote?.id || node.backendId,
    unhealthySince: seen.rancherNodes ? unhealthySince(node, runtimeState, now) : node.unhealthySince,
    facts: remote ? withFacts(node.facts, remote.facts) : node.facts,
    // Volumes of a replaced server stay listed: the sweep finds them by these ids only.
    volumeIds: [...new Set([...node.volumeIds, ...(server?.volumeIds ?? [])])],
    addresses: server && server.addresses.length > 0 ? server.addresses : node.addresses,
    lastError: node.lastError,
    instanceId: node.instanceId,
    failedServers: node.failedServers,
  };
}

/**
 * A machine is given up after half of its time if others have registered, so that the problem is its own, and if
 * another attempt is left.
 */
function isStuck(node: Node, server: SeenServer, seen: Observation, wait: Wait, now: Date): boolean {
  const halfMs = wait.deadlineMs / 2;
  const lastLost = node.failedServers.findLast((item) => item.operationUuid === wait.operationUuid);
  const aliveMs = lastLost ? now.getTime() - Date.parse(lastLost.at) : wait.waitedMs;
  const mayBeReplaced = lostBy(node, wait.operationUuid) + 1 < wait.serverAttempts;
  const others = (seen.rancherNodes ?? []).length > 0;
  return server.status === 'ACTIVE' && node.state !== 'OK' && others && mayBeReplaced && aliveMs >= halfMs;
}

function mishapOf(node: Node, seen: Observation, wait: Wait, now: Date): Mishap | undefined {
  const server = serverOf(node, seen);
  // Rancher and the cluster keep the machine's name: another machine of that name could not join.
  const isFinal = rancherNodeOf(node, seen) !== undefined;
  if (!server) return node.instanceId === '' ? undefined : { ...vanished(node), isFinal };
  if (server.status === 'ERROR') return { ...faultOf(node.spec.name, server.fault), isFinal };
  return !isFinal && isStuck(node, server, seen, wait, now) ? stuck(node, wait.waitedMs) : undefined;
}

function judged(node: Node, seen: Observation, wait: Wait, now: Date): Partial<Observed> {
  const why = isJudged(node) ? mishapOf(node, seen, wait, now) : undefined;
  const serverId = serverOf(node, seen)?.id ?? node.instanceId;
  if (!why) return {};
  const { instanceId, failedServers, state, lastError } = withMishap(node, serverId, why, wait, now.toISOString());
  return { instanceId, failedServers, state, lastError };
}

/**
 * The current nodes, and those that differ from their rows. A server in ERROR makes its node ERRED
 * (docs/spec/nodes.md#machines-that-fail) or, during a wait, has to be created again.
 */
export function observeNodes(
  nodes: readonly Node[],
  seen: Observation,
  now: Date,
  wait?: Wait,
): { all: Node[]; changed: Node[] } {
  const all = nodes.map((node) => {
    const next = { ...observe(node, seen, now), ...(wait && seen.servers && judged(node, seen, wait, now)) };
    return isSameValue({ ...node, ...next }, node) ? node : changed(node, now, next);
  });
  return { all, changed: all.filter((node, index) => node !== nodes[index]) };
}

/** Rancher's state of a cluster. */
type SeenCluster = {
  state: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};

/** Everything that Rancher and the clouds have of one cluster at one moment. */
export type Look = {
  /** Absent: Rancher does not have the cluster, or is deleting it. */
  remote?: SeenCluster;
  rancherNodes: readonly (SeenNode & { roles: readonly RancherRole[]; machine?: { name: string } })[];
  /** By tenant. A tenant that did not answer is missing, and nothing is concluded about its machines. */
  servers: ReadonlyMap<Uuid, readonly SeenServer[]>;
};
