import KeycloakAdminClient, { NetworkError } from '@keycloak/keycloak-admin-client';
import type { z } from 'zod';
import { DIRECT, type Outbound } from '#shared/domain/_core/outbound-proxy';
import { BackendUnavailable } from '../../errors.ts';
import { agentFor, observedAgent } from '../backend-agents.ts';
import { backendCalls } from '../backend-calls.ts';
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
  unexpectedReply,
} from '../backend-request.ts';
import { assertPathPart } from '../json-client.ts';

export type AdminCall<T> = NamedRequest & {
  realm: string;
  /** The access token. Undefined for a login. */
  token?: string;
  ask(keycloak: KeycloakAdminClient): Promise<unknown>;
  /** Schema of the answer. An empty answer is parsed as undefined. */
  reply: z.ZodType<T>;
};
/**
 * Sends one request with Keycloak's own client library. Throws the same errors as the HTTP client of the other
 * backends.
 */
export type AdminClient = <T>(call: AdminCall<T>) => Promise<Reply<T>>;
export type ConnectAdmin = (connection: Connection) => AdminClient;

/** Connects to a Keycloak. `timeoutMs` applies to calls that set no timeout of their own. */
export const connectAdminWithin =
  (timeoutMs: number, outbound: Outbound = DIRECT): ConnectAdmin =>
  (connection) =>
  (call) =>
    backendCalls.tracePromise(() => exchange({ ...connection, outbound }, { timeoutMs, ...call }), {
      backend: connection.backend,
      op: call.op,
    });
export const connectAdmin: ConnectAdmin = connectAdminWithin(DEFAULT_TIMEOUT_MS);

type TimedCall<T> = AdminCall<T> & { timeoutMs: number };

async function exchange<T>(route: Route, call: TimedCall<T>): Promise<Reply<T>> {
  const { backend } = route;
  const { op, realm } = call;
  assertPathPart(realm);
  let bytes = 0;
  const dispatcher = observedAgent(agentFor(route, route.outbound), (part) => {
    bytes += part.length;
    if (bytes > MAX_REPLY_BYTES) throw tooLongReply(backend, op);
  });
  const answer = await sendInTime(route, call, async (signal) => {
    try {
      return await call.ask(clientFor(route, call, { dispatcher, signal }));
    } catch (thrown) {
      throw failureOf(backend, call, thrown);
    }
  });
  // The library returns a string if the answer is not JSON.
  if (typeof answer === 'string' && answer !== '') throw notJson(backend, op);
  return { body: readReply(backend, op, call.reply, answer === '' ? undefined : answer), bytes };
}

/** Asks for uncompressed answers. Like requests to other backends, requests to Keycloak name no user agent. */
const HEADERS = { 'accept-encoding': 'identity', 'user-agent': '' };
type Transport = { dispatcher: ReturnType<typeof observedAgent>; signal: AbortSignal };

/** Makes a client for one request, because each request has its own signal and token. */
function clientFor(
  { baseUrl }: Route,
  { realm, token }: AdminCall<unknown>,
  transport: Transport,
): KeycloakAdminClient {
  const keycloak = new KeycloakAdminClient({
    baseUrl,
    realmName: realm,
    requestOptions: { ...transport, redirect: 'manual', headers: HEADERS },
    // The library must not hide a 404. The message of the 404 shows the adapter whether the realm or the group is
    // missing.
    requestArgOptions: { catchNotFound: false },
  });
  if (token !== undefined) keycloak.registerTokenProvider({ getAccessToken: async () => token });
  return keycloak;
}

/**
 * Turns an error of the library into the error that the call throws. If Keycloak answered, the status and the message
 * of the answer decide which error is thrown. Otherwise the error says why there was no answer.
 */
function failureOf(backend: string, call: AdminCall<unknown>, thrown: unknown): unknown {
  if (thrown instanceof NetworkError) {
    const { token, secrets = [] } = call;
    const { responseData: said, response } = thrown;
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    const request = { ...call, secrets: token === undefined ? secrets : [...secrets, token] };
    const header = (name: string) => response.headers.get(name) ?? undefined;
    return refusalOf(backend, request, { status: response.status, text, header });
  }
  if (thrown instanceof SyntaxError) return notJson(backend, call.op);
  // If there is no answer, Node's fetch throws a TypeError with a cause. If the request was aborted, fetch throws the
  // abort's reason, which is a DOMException. All other errors mean that the answer has an unexpected format.
  if (thrown instanceof TypeError) return thrown.cause ?? thrown;
  if (thrown instanceof DOMException) return thrown;
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return NO_LOCATION.test(said) ? noLocation(backend, call.op) : unexpectedReply(backend, call.op, said);
}

/**
 * Message of the library if the answer to a creation has no header Location. The library reads the new id from this
 * header.
 */
const NO_LOCATION = /^location header is not found/;
/**
 * Keycloak always sends the header Location, so an answer without this header comes from a proxy. The next attempt may
 * reach Keycloak.
 */
const noLocation = (backend: string, op: string): BackendUnavailable =>
  new BackendUnavailable(`${backend} answered ${op} without the address of the new object.`, { backend, op });
