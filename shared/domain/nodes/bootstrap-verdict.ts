import type { WaitFailure } from '#shared/errors';
import type { Failure } from '../_core/failure.ts';
import type { Uuid } from '../_core/identifier.ts';
import type { Node } from './node.ts';
import { type Observation, rancherNodeOf, type SeenServer, serverOf } from './observe-nodes.ts';
import { needsNewServer } from './server-attempts.ts';

/**
 * The result of one check during a wait. `replace` names nodes whose servers must be created again before the wait
 * continues.
 */
export type Verdict =
  | { kind: 'ready' }
  | { kind: 'waiting' }
  | { kind: 'replace'; nodeUuids: Uuid[] }
  | { kind: 'failed'; error: WaitFailure; message: string };

const ERRORS: Partial<Record<Failure['code'], WaitFailure>> = {
  QUOTA_EXCEEDED: 'BackendQuotaExceeded',
  NOT_FOUND: 'TakenAway',
};

/**
 * Maximum number of servers that one check replaces. With this limit, one execution has fewer than 2,500 events, even
 * with all retries (docs/spec/design.md#small-payloads). The next check replaces further servers.
 */
const REPLACED_AT_ONCE = 50;

/**
 * Whether all nodes for which a state machine waits are active. An ERRED node ends the wait at once. `overdue` has the
 * nodes that are not active at the deadline.
 */
export function bootstrapVerdict(
  nodes: readonly Node[],
  waitedMs: number,
  deadlineMs: number,
): Verdict | { kind: 'overdue'; missing: Node[] } {
  const broken = nodes.find((node) => node.state === 'ERRED');
  if (broken) {
    const message = broken.lastError?.message ?? `Node ${broken.spec.name} has failed.`;
    return {
      kind: 'failed',
      error: (broken.lastError && ERRORS[broken.lastError.code]) ?? 'ProvisioningFailed',
      message,
    };
  }
  const missing = nodes.filter((node) => node.runtimeState !== 'active');
  if (missing.length === 0) return { kind: 'ready' };
  if (waitedMs >= deadlineMs) return { kind: 'overdue', missing };
  const lost = missing.filter(needsNewServer).slice(0, REPLACED_AT_ONCE);
  return lost.length > 0 ? { kind: 'replace', nodeUuids: lost.map(({ uuid }) => uuid) } : { kind: 'waiting' };
}

/**
 * Maximum number of nodes that the message describes. Further nodes are listed by name only, so that the message stays
 * readable.
 */
const IN_FULL = 10;

/**
 * The message about a missed deadline. The message names the nodes that are not active, and the last known state of
 * each.
 */
export function overdueText(
  { missing, of, deadlineMs }: { missing: readonly Node[]; of: number; deadlineMs: number },
  seen: Observation,
  hasPhonedHome: (node: Node) => boolean,
): string {
  const described = missing.slice(0, IN_FULL).map((node) => lastKnown(node, seen, hasPhonedHome(node)));
  const others = missing.slice(IN_FULL).map(({ spec }) => spec.name);
  const list = [...described, ...(others.length > 0 ? [`and ${others.join(', ')}`] : [])].join('; ');
  return `${missing.length} of ${of} nodes did not become active within ${Math.round(deadlineMs / 1000)} s: ${list}.`;
}

function lastKnown(node: Node, seen: Observation, hasPhonedHome: boolean): string {
  const server = serverOf(node, seen);
  const remote = rancherNodeOf(node, seen);
  const atNova = server ? `has a server (${serverWords(server)})` : 'has no server';
  const booted = hasPhonedHome ? 'has phoned home' : 'has not phoned home';
  const said = remote?.message ? `: ${remote.message}` : '';
  const inRancher = remote ? `is ${remote.state} in Rancher${said}` : 'has not registered';
  return `${node.spec.name} ${[atNova, ...(server ? [booted] : []), inRancher].join(', ')}`;
}

/** The state of a server as a text, such as `ACTIVE, Running` or `BUILD, spawning`. */
export const serverWords = ({
  status,
  taskState,
  powerState,
}: Pick<SeenServer, 'status' | 'taskState' | 'powerState'>) =>
  [status, taskState, powerState].filter((word) => word !== undefined).join(', ');
