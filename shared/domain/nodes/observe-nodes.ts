import { changed } from '../_core/record.ts';
import { isSameValue } from '../_core/same-value.ts';
import type { LifecycleState } from '../clusters/cluster.ts';
import { nodeTag } from '../planning/naming.ts';
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
/** `id` is empty where a machine has registered, and its kubelet has not joined yet. */
export type SeenNode = { id: string; hostname: string; state: string; message?: string; facts: NodeFacts };
/** What OpenStack and Rancher say; either may be left out of a look, its fields then stay as they are. */
export type Observation = { servers?: readonly SeenServer[]; rancherNodes?: readonly SeenNode[] };

/** The wait that looks: it judges servers, under the operation's attempts. */
export type Wait = Attempts & { waitedMs: number; deadlineMs: number };

type Observed = Pick<Node, 'state' | 'runtimeState' | 'backendId' | 'facts' | 'volumeIds' | 'addresses' | 'lastError'> &
  Pick<Node, 'instanceId' | 'failedServers' | 'unhealthySince'>;

/** Nodes are matched to servers by tag and to Rancher's nodes by host name (docs/spec/nodes.md#how-nodes-are-recognized). */
export const serverOf = (node: Node, { servers }: Observation): SeenServer | undefined =>
  servers?.find((item) => item.tags.includes(nodeTag(node.uuid)));
export const rancherNodeOf = <N extends Pick<SeenNode, 'hostname'>>(
  { spec }: Pick<Node, 'spec'>,
  { rancherNodes }: { rancherNodes?: readonly N[] },
): N | undefined => rancherNodes?.find((item) => item.hostname === spec.name);

/**
 * Lifecycle moves on only while the node is being made: later, a node that is away is unhealthy, not unmade
 * (docs/spec/nodes.md#health-is-not-lifecycle).
 */
function lifecycle(node: Node, runtimeState: string): LifecycleState {
  return isJudged(node) && runtimeState === 'active' ? 'OK' : node.state;
}
const isJudged = ({ state }: Node): boolean => state === 'OK' || state === 'CREATING' || state === 'CREATION_SCHEDULED';

const isRecorded = (value: NodeFacts[keyof NodeFacts]): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== null && value !== '';
/** What is told no more stays as it was (docs/spec/nodes.md#pull). */
const withFacts = (known: NodeFacts, told: NodeFacts): NodeFacts => ({
  ...known,
  ...Object.fromEntries(Object.entries(told).filter(([, value]) => isRecorded(value))),
});

function unhealthySince({ state, unhealthySince: since }: Node, runtimeState: string, now: Date): string | undefined {
  return state !== 'OK' || runtimeState === 'active' ? undefined : (since ?? now.toISOString());
}

function observe(node: Node, seen: Observation, now: Date): Observed {
  const server = serverOf(node, seen);
  const remote = rancherNodeOf(node, seen);
  const runtimeState = seen.rancherNodes ? (remote?.state ?? '') : node.runtimeState;
  return {
    state: lifecycle(node, runtimeState),
    runtimeState,
    backendId: remote?.id || node.backendId,
    unhealthySince: seen.rancherNodes ? unhealthySince(node, runtimeState, now) : node.unhealthySince,
    facts: remote ? withFacts(node.facts, remote.facts) : node.facts,
    // Those of a server that was replaced stay: the sweep looks for them by these ids alone.
    volumeIds: [...new Set([...node.volumeIds, ...(server?.volumeIds ?? [])])],
    addresses: server && server.addresses.length > 0 ? server.addresses : node.addresses,
    lastError: node.lastError,
    instanceId: node.instanceId,
    failedServers: node.failedServers,
  };
}

/**
 * A machine is given up after half of the time it has, when others have found the way to Rancher, so that it is this machine
 * that is in trouble, and when another may be made.
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
  // Rancher, and the cluster itself, keep a place for a machine under its name: another one would not be let in.
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

const isSame = (node: Node, next: Observed): boolean => isSameValue({ ...node, ...next }, node);

/**
 * The nodes as they are now, and those among them that differ from their rows. A machine in error makes its node erred
 * (docs/spec/nodes.md#machines-that-fail), or, while it is waited for, is one that has to be made again.
 */
export function observeNodes(
  nodes: readonly Node[],
  seen: Observation,
  now: Date,
  wait?: Wait,
): { all: Node[]; changed: Node[] } {
  const all = nodes.map((node) => {
    const next = { ...observe(node, seen, now), ...(wait && seen.servers && judged(node, seen, wait, now)) };
    return isSame(node, next) ? node : changed(node, now, next);
  });
  return { all, changed: all.filter((node, index) => node !== nodes[index]) };
}
