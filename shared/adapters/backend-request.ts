import { z } from 'zod';
import { type Outbound, proxyFor } from '#shared/domain/_core/outbound-proxy';
import { currentDeadline, noteCall } from '../deadline.ts';
import {
  AppError,
  BackendConflict,
  BackendContractBroken,
  BackendNotFound,
  BackendRejected,
  BackendThrottled,
  BackendUnauthorized,
  BackendUnavailable,
  OutOfTime,
  type SlowCall,
} from '../errors.ts';
import type { Trust } from './backend-agents.ts';
import { backendMessage, withoutSecrets } from './backend-message.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;
/** Maximum size of a reply. This is enough for thousands of servers or other objects in one page of a list. */
export const MAX_REPLY_BYTES = 32 * 1024 * 1024;

export type BackendErrorClass = new (message: string, details?: Record<string, unknown>, cause?: unknown) => AppError;
/** Chooses the error class for a refusal by the backend. If the function returns undefined, the HTTP status decides. */
export type Classify = (status: number, message: string) => BackendErrorClass | undefined;

export type Connection = Trust & {
  /** The backend's name in error messages. */
  backend: string;
};
/** A connection, and the HTTP proxy settings. These settings also name the hosts that are called without the proxy. */
export type Route = Connection & { outbound: Outbound };

/** The part of a request that does not depend on the HTTP client. */
export type NamedRequest = {
  /** The call's name in errors and logs, such as `createServer`. */
  op: string;
  timeoutMs?: number;
  classify?: Classify;
  /**
   * Reads details out of the body of a refusal, and adds them to the error. Secrets are already removed from the body.
   */
  explain?: (text: string) => Record<string, unknown>;
  headers?: Record<string, string>;
  /**
   * Secrets in the request body. A backend may repeat these secrets in its message, and errors quote the message. So
   * the secrets are removed from errors. Secrets in headers are removed without this list.
   */
  secrets?: readonly string[];
};
export type TimedRequest = NamedRequest & { timeoutMs: number };
export type Reply<T> = { body: T; bytes: number };

/**
 * Sends one request. Does not retry, because state machines retry. The timeout or the function's deadline aborts the
 * request. Throws OutOfTime and BackendUnavailable, and passes on named errors of `send`.
 */
export async function sendInTime<T>(
  route: Route,
  { op, timeoutMs }: TimedRequest,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { backend } = route;
  const deadline = currentDeadline()?.signal;
  const timeout = AbortSignal.timeout(timeoutMs);
  const began = performance.now();
  try {
    return await send(deadline ? AbortSignal.any([timeout, deadline]) : timeout);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (deadline?.aborted) throw outOfTime({ backend, op, ms: performance.now() - began }, cause);
    const reason = isTimeout(cause) ? `did not answer within ${timeoutMs / 1000} s` : `failed (${codeOf(cause)})`;
    const by = proxyFor(route.baseUrl, route.outbound) === undefined ? '' : ' by way of the proxy';
    throw new BackendUnavailable(`${backend}: ${op} ${reason}${by}.`, { backend, op }, cause);
  } finally {
    noteCall({ backend, op, ms: performance.now() - began });
  }
}

const outOfTime = (slow: SlowCall, cause: unknown): OutOfTime =>
  new OutOfTime(`${slow.backend}: ${slow.op} did not answer before the deadline.`, slow, cause);
const isTimeout = (cause: unknown): boolean => cause instanceof Error && cause.name === 'TimeoutError';
const codeOf = (cause: unknown): string =>
  z.object({ code: z.string() }).safeParse(cause).data?.code ?? 'connection lost';

function errorClassOf(status: number): BackendErrorClass {
  if (status === 401 || status === 403) return BackendUnauthorized;
  if (status === 404) return BackendNotFound;
  if (status === 409) return BackendConflict;
  if (status === 429) return BackendThrottled;
  return status >= 500 || status === 408 ? BackendUnavailable : BackendRejected;
}

type Refusal = { status: number; text: string; header(name: string): string | undefined };

/**
 * The error for an answer whose status is not a success. The error quotes the backend's message without the secrets of
 * the request.
 */
export function refusalOf(backend: string, request: NamedRequest, { status, text, header }: Refusal): AppError {
  const { op, classify, explain } = request;
  const words = withoutSecrets(text, request);
  const message = backendMessage(words);
  const retryAfterSeconds = Number.parseInt(header('retry-after') ?? '', 10);
  const challenge = header('www-authenticate');
  const ErrorClass = classify?.(status, message) ?? errorClassOf(status);
  return new ErrorClass(`${backend} answered ${op} with ${status}${message && `: ${message}`}`, {
    backend,
    op,
    status,
    ...explain?.(words),
    ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
    ...(challenge !== undefined && { challenge }),
  });
}

export const tooLongReply = (backend: string, op: string): BackendContractBroken =>
  new BackendContractBroken(`${backend} answered ${op} with more than ${MAX_REPLY_BYTES / 1024 / 1024} MiB.`, {
    backend,
    op,
  });

/**
 * Makes the error for an answer that is cut off, or that comes from a proxy instead of the backend. The parser's error
 * quotes the answer, which may contain a secret. So the parser's error does not become the cause of this error.
 */
export const notJson = (backend: string, op: string): BackendUnavailable =>
  new BackendUnavailable(`${backend} answered ${op} with something that is not JSON.`, { backend, op });

export const unexpectedReply = (backend: string, op: string, why: string, cause?: unknown): BackendContractBroken =>
  new BackendContractBroken(`${backend} answered ${op} with an unexpected reply (${why}).`, { backend, op }, cause);

/** Parses the body of a reply. Throws BackendContractBroken if the body does not match the schema. */
export function readReply<T>(backend: string, op: string, reply: z.ZodType<T>, body: unknown): T {
  const parsed = reply.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unexpectedReply(backend, op, `${issue?.path.join('.')}: ${issue?.message}`, parsed.error);
}
