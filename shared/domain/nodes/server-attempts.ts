import type { Failure } from '../_core/failure.ts';
import type { Uuid } from '../_core/identifier.ts';
import { overQuotaIn, overQuotaText } from '../planning/quota.ts';
import type { FailedServer } from './failed-server.ts';
import type { Node } from './node.ts';

/** The operation under which a server is judged, and how many it may make for each node, the first one included. */
export type Attempts = { operationUuid: Uuid; serverAttempts: number };
/**
 * What makes a server useless. `words`: the backend's own, where it gives some. `recurs`: the cause stays under this operation (a quota), so
 * that another server meets it too. `isFinal`: the node's name is taken in Rancher, so that another server is not let in.
 */
export type Mishap = Pick<Failure, 'code' | 'owner'> & {
  words: string;
  sentence: string;
  recurs: boolean;
  isFinal?: boolean;
};
type Fault = { message: string; code?: number | undefined };

/** What is kept of each node's past; more than any order makes. */
const KEPT = 10;
/** Nova says 403 where a quota, or a policy, forbids the build: it would again. */
const FORBIDDEN = 403;

/** Of a server that Nova shows in ERROR. Codes by what the fault says (facts of a real 2026.2, no. 23, 45): a quota is the customer's to raise. */
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

/** Of a server that was removed from the cloud behind our back. */
export function vanished({ spec, instanceId }: Node): Mishap {
  const words = 'it is not in the cloud any more';
  const sentence = `Server ${spec.name} (${instanceId}) was removed from the cloud: ${words}`;
  return { code: 'NOT_FOUND', owner: 'operator', words, sentence, recurs: false };
}

/** Of a server that runs, and whose machine never came to Rancher though others did. */
export function stuck({ spec }: Node, waitedMs: number): Mishap {
  const words = `it runs, but has not registered within ${Math.round(waitedMs / 1000)} s`;
  const sentence = `Server ${spec.name} is stuck: ${words}`;
  return { code: 'RESOURCES_DEPLETED', owner: 'provider', words, sentence, recurs: false };
}

/** How many of the node's servers this operation has lost. */
export const lostBy = ({ failedServers }: Node, operationUuid: Uuid): number =>
  failedServers.filter((item) => item.operationUuid === operationUuid).length;

/** Whether the server is one of those that came to nothing: it goes before another is made, whatever Nova shows of it. */
export const isGivenUp = ({ failedServers }: Node, serverId: string): boolean =>
  failedServers.some((item) => item.serverId === serverId);

/** Whether the node is to have another server than the one it has. */
export const needsNewServer = (node: Node): boolean => node.state !== 'ERRED' && isGivenUp(node, node.instanceId);

/** What users read while it goes on: which server failed of what, and which one of how many is made now. */
export function replacementText({ spec, failedServers }: Node, { operationUuid, serverAttempts }: Attempts): string {
  const last = failedServers.at(-1);
  const made = failedServers.filter((item) => item.operationUuid === operationUuid).length + 1;
  return `Server ${spec.name} failed: ${last?.message ?? ''}${requestOf(last)}; it is made again (${made} of ${serverAttempts})`;
}

const requestOf = (item: FailedServer | undefined): string =>
  item?.requestId === undefined ? '' : ` (request ${item.requestId})`;

type Judged = Pick<Node, 'instanceId' | 'failedServers' | 'state' | 'lastError'>;

/**
 * The node once its server has come to nothing: it needs another one, or, after a mishap that is final and after the last
 * attempt, is erred. Said twice of one server, it counts once.
 */
export function withMishap(node: Node, serverId: string, why: Mishap, attempts: Attempts, at: string): Judged {
  const again = { instanceId: serverId, state: 'CREATING', lastError: undefined } as const;
  const known = node.failedServers.find((item) => item.serverId === serverId);
  if (known?.operationUuid === attempts.operationUuid) return node;
  if (known) return { ...again, failedServers: node.failedServers };
  // Nothing is known of the request when its answer was lost.
  const asked = node.instanceId === serverId ? node.serverRequest : undefined;
  const { operationUuid, requestId } = asked ?? { operationUuid: attempts.operationUuid };
  const entry: FailedServer = {
    ...{ serverId, operationUuid, at, code: why.code, message: why.words },
    ...(requestId !== undefined && { requestId }),
  };
  const failedServers = [...node.failedServers, entry].slice(-KEPT);
  const lost = lostBy({ ...node, failedServers }, attempts.operationUuid);
  // What an earlier operation met may have been mended since.
  const recurs = why.recurs && operationUuid === attempts.operationUuid;
  if (!why.isFinal && !recurs && lost < attempts.serverAttempts) return { ...again, failedServers };
  const more = [requestId && `request ${requestId}`, lost > 1 && `attempt ${lost} of ${attempts.serverAttempts}`];
  const about = more.filter(Boolean).join(', ');
  const { code, owner, sentence } = why;
  const message = about === '' ? sentence : `${sentence} (${about})`;
  return {
    ...{ instanceId: serverId, failedServers, state: 'ERRED' },
    lastError: { code, owner, message, retryable: true, step: 'watch', at },
  };
}
