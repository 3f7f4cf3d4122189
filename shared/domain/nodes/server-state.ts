import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { nodeTag } from '../planning/naming.ts';
import { withTaggedServer } from './linked-node.ts';
import type { Node } from './node.ts';
import type { ClusterObservation, SeenServer } from './observe-nodes.ts';
import { faultOf } from './server-attempts.ts';

/**
 * The value of `step` in all failures that the job `watch-clusters` records. The job clears only failures with this
 * value.
 */
export const WATCH_STEP = 'watch-clusters';

type Failing = Pick<Node | Cluster, 'state' | 'lastError'>;
export const isErredByWatch = ({ state, lastError }: Failing): boolean =>
  state === 'ERRED' && lastError?.step === WATCH_STEP;

/**
 * Whether the node is OK or ERRED, and no operation works on it. In all other cases, the operation's state machine
 * decides the node's state.
 */
export const isResting = ({ nodeOperations }: Pick<Cluster, 'nodeOperations'>, { uuid, state }: Node): boolean =>
  (state === 'OK' || state === 'ERRED') &&
  !nodeOperations.some(({ nodeUuid, replaces }) => nodeUuid === uuid || replaces?.nodeUuid === uuid);

/**
 * Finds the server by its tag. If somebody has removed the tag, finds it by its id. Undefined if the tenant has no such
 * server or did not answer.
 */
export function listedServer(node: Node, { servers }: ClusterObservation): SeenServer | undefined {
  const listed = servers.get(node.spec.tenantUuid) ?? [];
  return (
    listed.find(({ tags }) => tags.includes(nodeTag(node.uuid))) ?? listed.find(({ id }) => id === node.instanceId)
  );
}

/** Whether the node has joined its cluster, but its tenant no longer lists its server. */
export const isServerGone = (node: Node, observation: ClusterObservation): boolean =>
  node.instanceId !== '' &&
  (node.state === 'OK' || (node.state === 'ERRED' && node.backendId !== '')) &&
  observation.servers.has(node.spec.tenantUuid) &&
  listedServer(node, observation) === undefined;

type Judged = Pick<Node, 'state' | 'lastError'>;

function judge(node: Node, server: SeenServer, now: Date): Judged {
  const kept = { state: node.state, lastError: node.lastError };
  if (server.status === 'ERROR' && node.state === 'OK') {
    const { code, owner, sentence: message } = faultOf(node.spec.name, server.fault);
    const lastError = { code, owner, message, retryable: true, step: WATCH_STEP, at: now.toISOString() };
    return { state: 'ERRED', lastError };
  }
  return server.status !== 'ERROR' && isErredByWatch(node) ? { state: 'OK', lastError: undefined } : kept;
}

/**
 * Sets the node's state by the state of its server. A node is ERRED while its server is in ERROR
 * (docs/spec/nodes.md#machines-that-fail). An imported node is linked to the server that has its tag.
 * @param node the node with the observed values
 * @param from is the stored version of the node
 */
export function withServerState(node: Node, from: Node, observation: ClusterObservation, now: Date): Node {
  const server = listedServer(node, observation);
  if (!server) return node;
  const next = { ...withTaggedServer(node, server), ...judge(node, server, now) };
  return isSameValue(next, node) ? node : { ...next, version: from.version + 1, modified: now.toISOString() };
}
