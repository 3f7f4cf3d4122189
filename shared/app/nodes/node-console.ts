import { LRUCache } from 'lru-cache';
import type { EventType } from '#shared/domain/_core/event-type';
import { consolePart } from '#shared/domain/nodes/console-excerpt';
import type { Node } from '#shared/domain/nodes/node';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { BackendConflict, BackendNotFound, BackendRejected, Conflict, Invalid, NotFound } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';

type Deps = {
  store: Pick<Store, 'nodes' | 'tenants' | 'audit'>;
  openstack: Pick<OpenStackSessions, 'open'>;
  clock: Clock;
};
type Machine = { session: OpenStack; serverId: string; node: Node };

const NO_MACHINE = 'The node has no machine.';

/**
 * Finds the node's machine. Checks for the errors 404 and 403, in this order. Also throws NotFound for a node without a
 * machine (docs/spec/nodes.md#calls-of-nodes).
 */
async function machineOf(
  { store, openstack }: Deps,
  caller: Caller,
  action: 'node.console' | 'node.console_log',
  uuidText: string,
): Promise<Machine> {
  const node = await getVisible(store.nodes, 'Node', uuidText, seenBy(caller));
  assertPermitted(caller, action, node);
  if (node.instanceId === '') throw new NotFound(NO_MACHINE);
  const session = await openstack.open(await store.tenants.get(node.spec.tenantUuid));
  return { session, serverId: node.instanceId, node };
}

/**
 * Turns Nova's refusals into answers: 409 while the machine does not run, 404 when the machine is gone, 400 when the
 * cloud offers no console.
 */
async function asked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof BackendConflict) throw new Conflict(error.message, {}, error);
    if (error instanceof BackendNotFound) throw new NotFound(NO_MACHINE, {}, error);
    if (error instanceof BackendRejected) throw new Invalid([error.message], error);
    throw error;
  }
}

/** Records which user opens the console of which machine. Called before the user gets the console. */
const recordConsoleAccess = (
  { store }: Deps,
  { uuid, spec, customerUuid, projectUuid, clusterUuid }: Node,
  eventType: EventType,
) =>
  store.audit.recordActivity({
    eventType,
    title: 'Node',
    thing: { model: 'Rancher.Node', uuid, name: spec.name },
    place: { customerUuid, projectUuid, clusterUuid },
  });

/**
 * Minimum number of milliseconds between two audit events while a program follows a console log. There is no event for
 * each request, because such a program reads the log every second.
 */
const FOLLOW_EVENT_INTERVAL_MS = 5 * 60_000;

/**
 * Maximum number of keys that a rate limit remembers. If there are more, the rate limit forgets the least recently used
 * key. A call with this key may then be allowed too early.
 */
const MAX_KEYS = 1000;

/** Makes a rate limit for one process: for each key, the returned function returns true at most once in `everyMs`. */
export function rateLimit(everyMs: number): (key: string, clock: Clock) => boolean {
  const last = new LRUCache<string, number>({ max: MAX_KEYS });
  return (key, clock) => {
    const now = clock.now().getTime();
    if (now - (last.peek(key) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    last.set(key, now);
    return true;
  };
}

const isFollowingDue = rateLimit(FOLLOW_EVENT_INTERVAL_MS);

/**
 * Returns the URL of the machine's console. Whoever has this URL can use the console for some minutes. Throws Backend*
 * errors when the cloud does not answer.
 */
export async function nodeConsole(deps: Deps, caller: Caller, uuidText: string): Promise<string> {
  const { session, serverId, node } = await machineOf(deps, caller, 'node.console', uuidText);
  const url = await asked(session.consoleUrl(serverId));
  await recordConsoleAccess(deps, node, 'resource_console_opened');
  return url;
}

/**
 * Returns the requested number of last lines of the console log. With an offset, returns the text after the offset, and
 * the next offset.
 */
export async function nodeConsoleLog(
  deps: Deps,
  caller: Caller,
  { uuidText, lines, offset }: { uuidText: string; lines?: number | undefined; offset?: number | undefined },
): Promise<{ text: string; nextOffset?: number }> {
  const { session, serverId, node } = await machineOf(deps, caller, 'node.console_log', uuidText);
  const text = await asked(session.consoleLog(serverId, lines));
  const isFollowing = offset !== undefined && offset > 0;
  const isDue = !isFollowing || isFollowingDue(`${node.uuid}/${caller.user.uuid}`, deps.clock);
  if (isDue) await recordConsoleAccess(deps, node, 'resource_console_log_read');
  return lines === undefined ? consolePart(text, offset) : { text };
}
