import type { Uuid } from '../_core/identifier.ts';
import { changed } from '../_core/record.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import { nodeTag } from '../planning/naming.ts';
import type { RancherRole } from '../planning/rancher-role.ts';
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
/** A node as Rancher shows it. `id` is empty until the machine's kubelet has joined. */
type SeenNode = { id: string; hostname: string; state: string; message?: string; facts: NodeFacts };
/**
 * What OpenStack and Rancher report about nodes. If one of the lists is absent, fields that come from it stay
 * unchanged.
 */
export type Observation = { servers?: readonly SeenServer[]; rancherNodes?: readonly SeenNode[] };

/**
 * How long an operation has waited for nodes, and its time limit. `Attempts` names the operation and the maximum number
 * of servers that the operation may create for each node.
 */
export type Wait = Attempts & { waitedMs: number; deadlineMs: number };

type Observed = Pick<Node, 'state' | 'runtimeState' | 'backendId' | 'facts' | 'volumeIds' | 'addresses' | 'lastError'> &
  Pick<Node, 'instanceId' | 'failedServers' | 'unhealthySince'>;

/**
 * The server of a node is found by its tag, which contains the node's uuid. The node in Rancher is found by its host
 * name, which is the node's name (docs/spec/nodes.md#how-nodes-are-recognized).
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

/**
 * Adds reported facts to the known facts. A fact that Rancher no longer reports keeps its last value
 * (docs/spec/nodes.md#pull).
 */
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
    // A node that is being created becomes OK when Rancher reports it as active. Other nodes keep their state. A node
    // that becomes inactive later is unhealthy, but its state stays OK (docs/spec/nodes.md#health-is-not-lifecycle).
    state: isJudged(node) && runtimeState === 'active' ? 'OK' : node.state,
    runtimeState,
    backendId: remote?.id || node.backendId,
    unhealthySince: seen.rancherNodes ? unhealthySince(node, runtimeState, now) : node.unhealthySince,
    facts: remote ? withFacts(node.facts, remote.facts) : node.facts,
    // Volumes of a replaced server stay in the list, because the sweep finds them only by these ids.
    volumeIds: [...new Set([...node.volumeIds, ...(server?.volumeIds ?? [])])],
    addresses: server && server.addresses.length > 0 ? server.addresses : node.addresses,
    lastError: node.lastError,
    instanceId: node.instanceId,
    failedServers: node.failedServers,
  };
}

/**
 * Whether to give up a machine that runs but does not register. If other machines have registered, the cause must be in
 * this machine. The machine is then given up after half of the time limit, if another attempt is left.
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
  // If Rancher already has a node with this name, no new server is created. A new server could not join under this
  // name.
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
 * All nodes with the observed values, and the list of changed nodes. During a wait, a node whose server is in ERROR
 * gets a new server or becomes ERRED (docs/spec/nodes.md#machines-that-fail).
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

export type SeenCluster = {
  state: string;
  kubernetesVersion: string;
  capacity: Record<string, string>;
  requested: Record<string, string>;
};

/** The data that was read about one cluster from Rancher and the clouds at one time. */
export type ClusterObservation = {
  /** The cluster in Rancher. Absent if Rancher does not have the cluster or is deleting it. */
  remote?: SeenCluster;
  rancherNodes: readonly (SeenNode & { roles: readonly RancherRole[]; machine?: { name: string } })[];
  /** Servers by tenant. A tenant that did not answer has no entry, so the state of its machines is unknown. */
  servers: ReadonlyMap<Uuid, readonly SeenServer[]>;
};
