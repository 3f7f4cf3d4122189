import type { Failure } from '../_core/failure.ts';
import type { Uuid } from '../_core/identifier.ts';
import { overQuotaIn, overQuotaText } from '../planning/quota-text.ts';
import type { FailedServer, Node } from './node.ts';

/**
 * The operation that may replace a server. `serverAttempts` is how many servers the operation may create for each node,
 * including the first.
 */
export type Attempts = { operationUuid: Uuid; serverAttempts: number };
/**
 * Why a server cannot be used. `words`: the message of the backend, or another text if there is none. `recurs`: the
 * next server would fail in the same way, for example because a quota is used up. `isFinal`: no other server can join,
 * because Rancher already has a node of this name.
 */
export type Mishap = Pick<Failure, 'code' | 'owner'> & {
  words: string;
  sentence: string;
  recurs: boolean;
  isFinal?: boolean;
};
type Fault = { message: string; code?: number | undefined };

/** Maximum number of failed servers that a record keeps. One operation creates fewer servers than this for a node. */
const KEPT = 10;
/** Nova's code when a quota or a policy forbids the server. Every further attempt would fail, too. */
const FORBIDDEN = 403;

/**
 * Why a server is in Nova's state ERROR. The text of Nova's fault decides the failure code (observed on a real
 * OpenStack 2026.2). If a quota is used up, the failure's owner is the user, who can have the quota raised. Otherwise,
 * the owner is the provider.
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

/** Describes the failure of a server that somebody has deleted in the cloud. */
export function vanished({ spec, instanceId }: Node): Mishap {
  const words = 'it is no longer in the cloud';
  const sentence = `Server ${spec.name} (${instanceId}) was removed from the cloud: ${words}`;
  return { code: 'NOT_FOUND', owner: 'operator', words, sentence, recurs: false };
}

/**
 * Describes the failure of a server that runs but has not registered in Rancher, although other servers have
 * registered.
 */
export function stuck({ spec }: Node, waitedMs: number): Mishap {
  const words = `it runs, but has not registered within ${Math.round(waitedMs / 1000)} s`;
  const sentence = `Server ${spec.name} is stuck: ${words}`;
  return { code: 'RESOURCES_DEPLETED', owner: 'provider', words, sentence, recurs: false };
}

/** The number of failed servers that this operation has created for the node. */
export const lostBy = ({ failedServers }: Node, operationUuid: Uuid): number =>
  failedServers.filter((item) => item.operationUuid === operationUuid).length;

/**
 * Whether the server is recorded as failed. Such a server is deleted before a new server is created, even if Nova shows
 * it as running.
 */
export const isGivenUp = ({ failedServers }: Node, serverId: string): boolean =>
  failedServers.some((item) => item.serverId === serverId);

/** Whether the node's current server has failed, so that the node needs a new one. */
export const needsNewServer = (node: Node): boolean => node.state !== 'ERRED' && isGivenUp(node, node.instanceId);

/** A text for users: which server has failed and why, and the number of the new attempt. */
export function replacementText({ spec, failedServers }: Node, { operationUuid, serverAttempts }: Attempts): string {
  const last = failedServers.at(-1);
  const made = failedServers.filter((item) => item.operationUuid === operationUuid).length + 1;
  return `Server ${spec.name} failed: ${last?.message ?? ''}${requestOf(last)}; a new server is created (attempt ${made} of ${serverAttempts})`;
}

const requestOf = (item: FailedServer | undefined): string =>
  item?.requestId === undefined ? '' : ` (request ${item.requestId})`;

type Judged = Pick<Node, 'instanceId' | 'failedServers' | 'state' | 'lastError'>;

/**
 * The node after one of its servers has failed. The node gets a new server. If the problem is final, or if this was the
 * last attempt, the node becomes ERRED instead. A server counts once, even if its failure is reported twice.
 */
export function withMishap(node: Node, serverId: string, why: Mishap, attempts: Attempts, at: string): Judged {
  const again = { instanceId: serverId, state: 'CREATING', lastError: undefined } as const;
  const known = node.failedServers.find((item) => item.serverId === serverId);
  if (known?.operationUuid === attempts.operationUuid) return node;
  if (known) return { ...again, failedServers: node.failedServers };
  // If Nova's answer to the request for the server was lost, Paddock does not know which operation made the request.
  // The failure is then recorded for the current operation, without a request id.
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
  // If an earlier operation has created the server, the cause of the failure may be gone by now.
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
