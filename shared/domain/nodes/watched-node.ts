import { isSameValue } from '../_core/same-value.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { nodeTag } from '../planning/naming.ts';
import { withTaggedServer } from './linked-node.ts';
import type { Look } from './look.ts';
import type { Node } from './node.ts';
import type { SeenServer } from './observe-nodes.ts';
import { faultOf } from './server-attempts.ts';

/** Whose words a failure is, that the watch may take back. */
export const WATCH_STEP = 'watch-clusters';

type Failing = Pick<Node | Cluster, 'state' | 'lastError'>;
export const isErredByWatch = ({ state, lastError }: Failing): boolean =>
  state === 'ERRED' && lastError?.step === WATCH_STEP;

/** What a machine works on, or has left in the middle, is that machine's to judge. */
export const isResting = ({ nodeOperations }: Pick<Cluster, 'nodeOperations'>, { uuid, state }: Node): boolean =>
  (state === 'OK' || state === 'ERRED') &&
  !nodeOperations.some(({ nodeUuid, replaces }) => nodeUuid === uuid || replaces?.nodeUuid === uuid);

/** By its tag, or, where somebody has taken that away, by its id; undefined where there is none, or its tenant could not be asked. */
export function listedServer(node: Node, { servers }: Look): SeenServer | undefined {
  const listed = servers.get(node.spec.tenantUuid) ?? [];
  return (
    listed.find(({ tags }) => tags.includes(nodeTag(node.uuid))) ?? listed.find(({ id }) => id === node.instanceId)
  );
}

/** It has come to its cluster, whatever became of it there, with a server that its tenant does not list any more. */
export const isServerGone = (node: Node, look: Look): boolean =>
  node.instanceId !== '' &&
  (node.state === 'OK' || (node.state === 'ERRED' && node.backendId !== '')) &&
  look.servers.has(node.spec.tenantUuid) &&
  listedServer(node, look) === undefined;

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
 * A server in ERROR makes its node erred (docs/spec/nodes.md#machines-that-fail), and no longer than it is in ERROR; one that a node which
 * was taken in has by its tag is that node's. Nothing else that is seen of a node changes its lifecycle.
 * @param node as it was observed
 * @param from the version that it replaces
 */
export function withServerState(node: Node, from: Node, look: Look, now: Date): Node {
  const server = listedServer(node, look);
  if (!server) return node;
  const next = { ...withTaggedServer(node, server), ...judge(node, server, now) };
  return isSameValue(next, node) ? node : { ...next, version: from.version + 1, modified: now.toISOString() };
}
