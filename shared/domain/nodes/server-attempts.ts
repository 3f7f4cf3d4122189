import type { Failure } from '../_core/failure.ts';
import type { Uuid } from '../_core/identifier.ts';
import { overQuotaIn, overQuotaText } from '../planning/quota-text.ts';
import type { FailedServer, Node } from './node.ts';

/**
 * The operation that may replace a server. `serverAttempts` is the number of servers, including the first, that it may
 * create for each node.
 */
export type Attempts = { operationUuid: Uuid; serverAttempts: number };
/**
 * The reason why a server cannot be used. `words`: the backend's message, or a text instead of it. `recurs`: the next
 * server of this operation would fail too, as with a quota. `isFinal`: Rancher already has a node with the name, so no
 * other server can join.
 */
export type Mishap = Pick<Failure, 'code' | 'owner'> & {
  words: string;
  sentence: string;
  recurs: boolean;
  isFinal?: boolean;
};
type Fault = { message: string; code?: number | undefined };

/** Maximum number of failed servers that are recorded. It is more than one order can create. */
const KEPT = 10;
/** Nova's code if a quota or a policy forbids the server. Another attempt would fail in the same way. */
const FORBIDDEN = 403;

/**
 * The reason for a server in Nova's state ERROR. The text of Nova's fault decides the failure code (facts of a real
 * 2026.2, no. 23, 45). If a quota is exceeded, the customer has to have it raised.
 */
export function faultOf(name: string, fault: Fault | undefined): Mishap {
  const said = fault?.message ?? '';
  const over = overQuotaIn(said);
  const isQuota = over !== undefined || /quota|LimitExceeded/i.test(said);
  const words = over ? overQuotaText(over) : said || 'the cloud gave no reason';
  return {
    code: isQuota ? 'QUOTA_EXCEEDED' : 'RESOURCES_DEPLETED',
    owner: isQuota ? 'user' : 'provider',
    words,
    sentence: `Server ${name} is in ERROR: ${words}`,
    recurs: isQuota || fault?.code === FORBIDDEN,
  };
}

/** The reason for a server that somebody has deleted in the cloud. */
export function vanished({ spec, instanceId }: Node): Mishap {
  const words = 'it is no longer in the cloud';
  const sentence = `Server ${spec.name} (${instanceId}) was removed from the cloud: ${words}`;
  return { code: 'NOT_FOUND', owner: 'operator', words, sentence, recurs: false };
}

/** The reason for a running server that has not registered in Rancher although other servers have. */
export function stuck({ spec }: Node, waitedMs: number): Mishap {
  const words = `it runs, but has not registered within ${Math.round(waitedMs / 1000)} s`;
  const sentence = `Server ${spec.name} is stuck: ${words}`;
  return { code: 'RESOURCES_DEPLETED', owner: 'provider', words, sentence, recurs: false };
}

/** Number of failed servers of the node that this operation has created. */
export const lostBy = ({ failedServers }: Node, operationUuid: Uuid): number =>
  failedServers.filter((item) => item.operationUuid === operationUuid).length;

/**
 * Whether the server is recorded as failed. Such a server is deleted before another one is created, whatever its state
 * in Nova is.
 */
export const isGivenUp = ({ failedServers }: Node, serverId: string): boolean =>
  failedServers.some((item) => item.serverId === serverId);

/** Whether the current server of the node has failed, so that the node needs a new server. */
export const needsNewServer = (node: Node): boolean => node.state !== 'ERRED' && isGivenUp(node, node.instanceId);

/**
 * The text for users while a server is created again: which server has failed and why, and the number of the attempt.
 */
export function replacementText({ spec, failedServers }: Node, { operationUuid, serverAttempts }: Attempts): string {
  const last = failedServers.at(-1);
  const made = failedServers.filter((item) => item.operationUuid === operationUuid).length + 1;
  return `Server ${spec.name} failed: ${last?.message ?? ''}${requestOf(last)}; the server is made again (${made} of ${serverAttempts})`;
}

const requestOf = (item: FailedServer | undefined): string =>
  item?.requestId === undefined ? '' : ` (request ${item.requestId})`;

type Judged = Pick<Node, 'instanceId' | 'failedServers' | 'state' | 'lastError'>;

/**
 * The node after its server has failed. The node gets another server. If the problem is final or it was the last
 * attempt, the node becomes ERRED. A server that is reported as failed twice counts once.
 */
export function withMishap(node: Node, serverId: string, why: Mishap, attempts: Attempts, at: string): Judged {
  const again = { instanceId: serverId, state: 'CREATING', lastError: undefined } as const;
  const known = node.failedServers.find((item) => item.serverId === serverId);
  if (known?.operationUuid === attempts.operationUuid) return node;
  if (known) return { ...again, failedServers: node.failedServers };
  // If the answer to the request for the server was lost, its operation and request id are unknown.
  const asked = node.instanceId === serverId ? node.serverRequest : undefined;
  const { operationUuid, requestId } = asked ?? { operationUuid: attempts.operationUuid };
  const entry: FailedServer = {
    serverId,
    operationUuid,
    at,
    code: why.code,
    message: why.words,
    ...(requestId !== undefined && { requestId }),
  };
  const failedServers = [...node.failedServers, entry].slice(-KEPT);
  const lost = lostBy({ ...node, failedServers }, attempts.operationUuid);
  // If an earlier operation requested the server, the cause may no longer exist.
  const recurs = why.recurs && operationUuid === attempts.operationUuid;
  if (!why.isFinal && !recurs && lost < attempts.serverAttempts) return { ...again, failedServers };
  const more = [requestId && `request ${requestId}`, lost > 1 && `attempt ${lost} of ${attempts.serverAttempts}`];
  const about = more.filter(Boolean).join(', ');
  const { code, owner, sentence } = why;
  const message = about === '' ? sentence : `${sentence} (${about})`;
  return {
    instanceId: serverId,
    failedServers,
    state: 'ERRED',
    lastError: { code, owner, message, retryable: true, step: 'watch', at },
  };
}
