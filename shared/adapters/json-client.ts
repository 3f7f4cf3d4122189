import { z } from 'zod';
import { DIRECT, type Outbound, proxyFor } from '#shared/domain/_core/outbound';
import { currentDeadline, noteCall } from '../deadline.ts';
import {
  type AppError,
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
import { agentFor, type Trust } from './backend-agents.ts';
import { backendCalls } from './backend-calls.ts';
import { backendMessage, withoutSecrets } from './backend-message.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** Enough for thousands of servers or objects. Longer lists come in pages. */
const MOST_REPLY_BYTES = 32 * 1024 * 1024;

export type BackendErrorClass = new (message: string, details?: Record<string, unknown>, cause?: unknown) => AppError;
/** A vendor's own classification of a refusal. Undefined: the status decides. */
export type Classify = (status: number, message: string) => BackendErrorClass | undefined;

/** A name with several values is repeated. A name without a value is left out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export type JsonCall<T> = {
  /** Name of the call in errors and logs, such as `createServer`. */
  op: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the connection's base URL. Made with `path` when it contains ids. */
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as a form instead of a body. */
  form?: Record<string, string>;
  /** An empty answer is parsed as undefined. */
  reply: z.ZodType<T>;
  timeoutMs?: number;
  classify?: Classify;
  /** Further statuses that count as answers, not failures. `reply` parses them, too. */
  answers?: readonly number[];
  /** Secrets in the body, which must not appear in an error if the backend quotes them. Those in headers are known. */
  secrets?: readonly string[];
};
/** `bytes`: the size of the body. */
export type JsonReply<T> = { body: T; bytes: number; header(name: string): string | undefined };
/**
 * Sends one request without retrying (state machines retry). Aborted when its deadline has passed. Throws the Backend*
 * family of errors.ts with `{backend, op, status?}`.
 */
export type JsonClient = <T>(call: JsonCall<T>) => Promise<JsonReply<T>>;

export type Connection = Trust & {
  /** Name of the backend in messages. */
  backend: string;
};
export type Connect = (connection: Connection) => JsonClient;

/** The same backend with a shorter timeout, for callers who wait. */
export const withCallTimeout =
  (client: JsonClient, timeoutMs: number): JsonClient =>
  (call) =>
    client({ timeoutMs, ...call });

/**
 * Builds a path from ids. An empty id or a dot would name the collection or its parent, which a DELETE must never hit.
 */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  const encoded = ids.map((id) => {
    if (['', '.', '..'].includes(id)) throw new Error(`"${id}" cannot be part of a path`);
    return encodeURIComponent(id).replaceAll('%3A', ':'); // Rancher's ids contain colons.
  });
  return String.raw({ raw: parts }, ...encoded);
}

/** Default timeout for calls that name none. */
export const connectWithin =
  (timeoutMs: number, outbound: Outbound = DIRECT): Connect =>
  (connection) =>
  (call) =>
    backendCalls.tracePromise(() => exchange({ ...connection, outbound }, { timeoutMs, ...call }), {
      backend: connection.backend,
      op: call.op,
    });
export const connectJson: Connect = connectWithin(DEFAULT_TIMEOUT_MS);

type TimedCall<T> = JsonCall<T> & { timeoutMs: number };

type Way = Connection & { outbound: Outbound };

async function exchange<T>(connection: Way, call: TimedCall<T>): Promise<JsonReply<T>> {
  const answer = await send(connection, call);
  const isGood = answer.status >= 200 && answer.status <= 299;
  if (!isGood && !call.answers?.includes(answer.status)) throw refusal(connection, call, answer);
  const { text, bytes, header } = answer;
  return { body: parse(connection, call, text), bytes, header };
}

type Answer = { status: number; text: string; bytes: number; header: JsonReply<unknown>['header'] };
type AnyCall = Omit<JsonCall<unknown>, 'reply'> & { timeoutMs: number };

async function send(connection: Way, call: AnyCall): Promise<Answer> {
  const { timeoutMs } = call;
  const { contentType, content } = contentOf(call);
  const deadline = currentDeadline()?.signal;
  const timeout = AbortSignal.timeout(timeoutMs);
  const began = performance.now();
  try {
    const { origin, pathname, search } = urlOf(connection, call);
    const reply = await agentFor(connection, connection.outbound).request({
      origin,
      path: pathname + search,
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...call.headers,
      },
      body: content,
      signal: deadline ? AbortSignal.any([timeout, deadline]) : timeout,
    });
    const header = (name: string) => [reply.headers[name.toLowerCase()]].flat()[0];
    return { status: reply.statusCode, ...(await readWhole(connection, call, reply.body)), header };
  } catch (cause) {
    if (cause instanceof BackendContractBroken) throw cause;
    const { backend } = connection;
    if (deadline?.aborted) throw outOfTime({ backend, op: call.op, ms: performance.now() - began }, cause);
    const reason = isTimeout(cause) ? `did not answer within ${timeoutMs / 1000} s` : `failed (${codeOf(cause)})`;
    const by = proxyFor(connection.baseUrl, connection.outbound) === undefined ? '' : ' by way of the proxy';
    throw new BackendUnavailable(`${backend}: ${call.op} ${reason}${by}.`, { backend, op: call.op }, cause);
  } finally {
    noteCall({ backend: connection.backend, op: call.op, ms: performance.now() - began });
  }
}

const outOfTime = (slow: SlowCall, cause: unknown): OutOfTime =>
  new OutOfTime(`${slow.backend}: ${slow.op} did not answer in the time that was left.`, slow, cause);

/** An answer that is too long is not read to its end: leaving the loop closes the stream and the connection. */
async function readWhole({ backend }: Connection, { op }: AnyCall, body: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_REPLY_BYTES) {
      const message = `${backend} answered ${op} with more than ${MOST_REPLY_BYTES / 1024 / 1024} MiB.`;
      throw new BackendContractBroken(message, { backend, op });
    }
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), bytes };
}

function contentOf({ body, form }: AnyCall): { contentType?: string; content: string | null } {
  if (form) return { contentType: 'application/x-www-form-urlencoded', content: new URLSearchParams(form).toString() };
  return body === undefined ? { content: null } : { contentType: 'application/json', content: JSON.stringify(body) };
}

function urlOf({ baseUrl }: Connection, { path: below, query = {} }: AnyCall): URL {
  const url = new URL(baseUrl.replace(/\/+$/, '') + below);
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}

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

function refusal({ backend }: Connection, call: AnyCall, { status, text, header }: Answer): AppError {
  const { op, classify } = call;
  const message = backendMessage(withoutSecrets(text, call));
  const retryAfterSeconds = Number.parseInt(header('retry-after') ?? '', 10);
  const challenge = header('www-authenticate');
  const ErrorClass = classify?.(status, message) ?? errorClassOf(status);
  return new ErrorClass(`${backend} answered ${op} with ${status}${message && `: ${message}`}`, {
    backend,
    op,
    status,
    ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
    ...(challenge !== undefined && { challenge }),
  });
}

function parse<T>({ backend }: Connection, { op, reply }: JsonCall<T>, text: string): T {
  const broken = (why: string, cause?: unknown) =>
    new BackendContractBroken(`${backend} answered ${op} with ${why}`, { backend, op }, cause);
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    // Half an answer, or a proxy's page: the backend was not reached. The parser's error is left out, because it quotes
    // the answer, which may contain a secret.
    throw new BackendUnavailable(`${backend} answered ${op} with something that is not JSON.`, { backend, op });
  }
  const parsed = reply.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw broken(`an unexpected reply (${issue?.path.join('.')}: ${issue?.message}).`, parsed.error);
}
