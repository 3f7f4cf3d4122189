import type { z } from 'zod';
import { DIRECT, type Outbound } from '#shared/domain/_core/outbound-proxy';
import { agentFor } from './backend-agents.ts';
import { backendCalls } from './backend-calls.ts';
import {
  type Connection,
  DEFAULT_TIMEOUT_MS,
  MAX_REPLY_BYTES,
  type NamedRequest,
  notJson,
  type Reply,
  type Route,
  readReply,
  refusalOf,
  sendInTime,
  tooLongReply,
} from './backend-request.ts';

/** Query parameters. A parameter with several values is repeated. A parameter without a value is left out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export type JsonCall<T> = NamedRequest & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the connection's base URL. A path that contains ids is built with the function `path`. */
  path: string;
  query?: Query;
  body?: unknown;
  /** Fields to send as a form. Such a call has no `body`. */
  form?: Record<string, string>;
  /** Schema of the answer. An empty answer is parsed as undefined. */
  reply: z.ZodType<T>;
  /** Statuses that count as answers although they are not successful. `reply` parses these answers, too. */
  answers?: readonly number[];
};
export type JsonReply<T> = Reply<T> & { header(name: string): string | undefined };
/**
 * Sends one request without retrying. The deadline aborts the request. Throws the Backend* errors of errors.ts. The
 * details of an error are the backend, `op`, and the status if the backend answered.
 */
export type JsonClient = <T>(call: JsonCall<T>) => Promise<JsonReply<T>>;
export type Connect = (connection: Connection) => JsonClient;

/** Makes a client with a shorter timeout, for calls during which a user waits. */
export const withCallTimeout =
  (client: JsonClient, timeoutMs: number): JsonClient =>
  (call) =>
    client({ timeoutMs, ...call });

/**
 * Throws if an id is empty, `.` or `..`. In a path, such an id would name the collection or its parent, and a DELETE
 * would then delete more than one object.
 */
export function assertPathPart(id: string): void {
  if (['', '.', '..'].includes(id)) throw new Error(`"${id}" cannot be part of a URL path`);
}

/** Builds a path. Checks and encodes the ids in the path. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  const encoded = ids.map((id) => {
    assertPathPart(id);
    return encodeURIComponent(id).replaceAll('%3A', ':'); // Colons are not encoded, because Rancher's ids contain them.
  });
  return String.raw({ raw: parts }, ...encoded);
}

/** Connects to a backend. `timeoutMs` is for calls that set no timeout of their own. */
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
type AnyCall = Omit<TimedCall<unknown>, 'reply'>;

async function exchange<T>(route: Route, call: TimedCall<T>): Promise<JsonReply<T>> {
  const { backend } = route;
  const answer = await sendInTime(route, call, (signal) => send(route, call, signal));
  const isGood = answer.status >= 200 && answer.status <= 299;
  if (!isGood && !call.answers?.includes(answer.status)) throw refusalOf(backend, call, answer);
  const { text, bytes, header } = answer;
  return { body: readReply(backend, call.op, call.reply, parse(backend, call.op, text)), bytes, header };
}

async function send(route: Route, call: AnyCall, signal: AbortSignal) {
  const { contentType, content } = contentOf(call);
  const { origin, pathname, search } = urlOf(route, call);
  const reply = await agentFor(route, route.outbound).request({
    origin,
    path: pathname + search,
    method: call.method,
    headers: {
      accept: 'application/json',
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...call.headers,
    },
    body: content,
    signal,
  });
  const header = (name: string) => [reply.headers[name.toLowerCase()]].flat()[0];
  return { status: reply.statusCode, ...(await readWhole(route.backend, call.op, reply.body)), header };
}

/**
 * Reads the body of an answer. If the body is too long, the function throws inside the loop, which closes the stream
 * and the connection.
 */
async function readWhole(backend: string, op: string, body: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES) throw tooLongReply(backend, op);
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

function parse(backend: string, op: string, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(backend, op);
  }
}
