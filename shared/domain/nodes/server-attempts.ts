import type { Failure } from '../_core/failure.ts';
import type { Uuid } from '../_core/identifier.ts';
import { overQuotaIn, overQuotaText } from '../planning/quota-text.ts';
import type { FailedServer, Node } from './node.ts';

/** The operation that decides about a server, and how many servers it may create for each node, including the first. */
export type Attempts = { operationUuid: Uuid; serverAttempts: number };
/**
 * Why a server is useless. `words`: the backend's message, if any. `recurs`: the cause, such as a quota, would also
 * stop the next server of this operation. `isFinal`: the node's name is taken in Rancher, so no other server can join.
 */
export type Mishap = Pick<Failure, 'code' | 'owner'> & {
  words: string;
  sentence: string;
  recurs: boolean;
  isFinal?: boolean;
};
type Fault = { message: string; code?: number | undefined };

/** How many failed servers are recorded: more than any order creates. */
const KEPT = 10;
/** Nova's code when a quota or a policy forbids the build. Another attempt would get the same answer. */
const FORBIDDEN = 403;

/**
 * The mishap of a server in Nova's state ERROR. The text of Nova's fault decides the code (facts of a real 2026.2, no.
 * 23, 45). A quota is for the customer to raise.
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

/** The mishap of a server that somebody has deleted in the cloud. */
export function vanished({ spec, instanceId }: Node): Mishap {
  const words = 'it is no longer in the cloud';
  const sentence = `Server ${spec.name} (${instanceId}) was removed from the cloud: ${words}`;
  return { code: 'NOT_FOUND', owner: 'operator', words, sentence, recurs: false };
}

/** The mishap of a running server that never registered in Rancher, although others did. */
export function stuck({ spec }: Node, waitedMs: number): Mishap {
  const words = `it runs, but has not registered within ${Math.round(waitedMs / 1000)} s`;
  const sentence = `Server ${spec.name} is stuck: ${words}`;
  return { code: 'RESOURCES_DEPLETED', owner: 'provider', words, sentence, recurs: false };
}

/** How many of the node's servers have failed under this operation. */
export const lostBy = ({ failedServers }: Node, operationUuid: Uuid): number =>
  failedServers.filter((item) => item.operationUuid === operationUuid).length;

/** Whether the server is recorded as failed. Such a server is deleted before another is created, whatever its state in Nova. */
export const isGivenUp = ({ failedServers }: Node, serverId: string): boolean =>
  failedServers.some((item) => item.serverId === serverId);

/** Whether the node's present server has failed, so that the node needs another one. */
export const needsNewServer = (node: Node): boolean => node.state !== 'ERRED' && isGivenUp(node, node.instanceId);

/** The text for users while a server is made again: which server failed and why, and which attempt runs now. */
export function replacementText({ spec, failedServers }: Node, { operationUuid, serverAttempts }: Attempts): string {
  const last = failedServers.at(-1);
  const made = failedServers.filter((item) => item.operationUuid === operationUuid).length + 1;
  return `Server ${spec.name} failed: ${last?.message ?? ''}${requestOf(last)}; the server is made again (${made} of ${serverAttempts})`;
}

const requestOf = (item: FailedServer | undefined): string =>
  item?.requestId === undefined ? '' : ` (request ${item.requestId})`;

type Judged = Pick<Node, 'instanceId' | 'failedServers' | 'state' | 'lastError'>;

/**
 * The node after its server has failed. It needs another server, or becomes ERRED after a final problem or the last
 * attempt. A server that is reported twice counts once.
 */
export function withMishap(node: Node, serverId: string, why: Mishap, attempts: Attempts, at: string): Judged {
  const again = { instanceId: serverId, state: 'CREATING', lastError: undefined } as const;
  const known = node.failedServers.find((item) => item.serverId === serverId);
  if (known?.operationUuid === attempts.operationUuid) return node;
  if (known) return { ...again, failedServers: node.failedServers };
  // When the answer to the request was lost, its operation and id are unknown.
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
  // If the server belongs to an earlier operation, the cause may be fixed now.
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
