import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { allowInsecureRequests, ClientError, customFetch, discovery, type ServerMetadata } from 'openid-client';
import { z } from 'zod';
import { DIRECT, type Outbound, proxyFor } from '#shared/domain/_core/outbound-proxy';
import { currentDeadline, noteCall } from '../../deadline.ts';
import { BackendUnavailable, OutOfTime } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import { backendCalls } from '../backend-calls.ts';
import { type PublishedKeys, publishedKeys } from './published-keys.ts';

export const BACKEND = 'The OIDC provider';
/** openid-client requires a client id for discovery, but does not send it. */
const NO_CLIENT = 'none';

/**
 * Addresses that Paddock reads from the discovery document (OpenID Connect Discovery 1.0 §3; RFC 8628 §4 for devices).
 * openid-client does not check their format.
 */
const addresses = z.object({
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  device_authorization_endpoint: z.url().optional(),
});
export type Discovery = ServerMetadata & { jwks_uri: string };

/** An OIDC provider. Its metadata is read at the first use and then kept. */
export type Issuer = {
  readonly issuer: string;
  readonly clock: Clock;
  /** Returns the provider's metadata. Throws BackendUnavailable. */
  discover(): Promise<Discovery>;
  readonly keys: PublishedKeys;
};
export type IssuerOptions = { issuer: string; clock: Clock; timeoutMs?: number; outbound?: Outbound };

type Fetch = (address: string, options: { signal?: AbortSignal | undefined }) => Promise<Response>;
/**
 * Fetches with Node's own HTTP client. Every API function verifies tokens, but only a few call backends. So most
 * functions need not bundle the HTTP client for backends.
 */
const fetchFor =
  (op: string, outbound: Outbound): Fetch =>
  (address, { signal }) =>
    backendCalls.tracePromise(() => ask(op, address, signal, outbound), { backend: BACKEND, op });

/** @param timeout a signal of openid-client, which aborts after openid-client's timeout */
async function ask(op: string, address: string, timeout: AbortSignal | undefined, outbound: Outbound) {
  const deadline = currentDeadline()?.signal;
  const began = performance.now();
  const call = () => ({ backend: BACKEND, op, ms: performance.now() - began });
  try {
    const signal = AbortSignal.any([timeout, deadline].filter((known) => known !== undefined));
    return Response.json(await getJson(address, signal, outbound));
  } catch (cause) {
    if (deadline?.aborted) throw new OutOfTime(`${BACKEND}: ${op} did not answer in time.`, call(), cause);
    throw cause;
  } finally {
    noteCall(call());
  }
}

async function readDiscovery({ issuer, timeoutMs, outbound }: Required<IssuerOptions>): Promise<Discovery> {
  const found = await discovery(new URL(issuer), NO_CLIENT, undefined, undefined, {
    [customFetch]: fetchFor('discovery', outbound),
    timeout: timeoutMs / 1000,
    execute: [allowInsecureRequests],
  });
  const document = found.serverMetadata();
  // Tokens must name the issuer by exactly this text. openid-client also accepts another text for the same URL.
  if (document.issuer !== issuer)
    throw new Error(`OIDC discovery at ${issuer} names a different issuer: ${document.issuer}`);
  const { jwks_uri } = addresses.parse(document);
  return Object.assign(document, { jwks_uri });
}

/**
 * The error for a failed discovery. openid-client wraps the errors of its transport, so this code takes the cause out
 * of the wrapper.
 */
function undiscovered(issuer: string, thrown: unknown): BackendUnavailable {
  const cause = thrown instanceof ClientError ? (thrown.cause ?? thrown) : thrown;
  return cause instanceof OutOfTime ? cause : new BackendUnavailable('OIDC discovery failed.', { issuer }, cause);
}

/** Opens an OIDC provider by its issuer. A process calls this function once and keeps the result. */
export function oidcIssuer({ timeoutMs = 5_000, outbound = DIRECT, ...options }: IssuerOptions): Issuer {
  const { issuer, clock } = options;
  let known: Promise<Discovery> | undefined;
  const discover = (): Promise<Discovery> => {
    known ??= readDiscovery({ ...options, timeoutMs, outbound }).catch((cause: unknown) => {
      known = undefined; // A failure is not cached, so the next call tries again.
      throw undiscovered(issuer, cause);
    });
    return known;
  };
  const addressOf = async () => (await discover()).jwks_uri;
  const keys = publishedKeys({ addressOf, fetch: fetchFor('keys', outbound), timeoutMs, clock });
  return { issuer, clock, discover, keys };
}

const proxied = new Map<string, HttpAgent>();

/**
 * The agent for connections through a proxy. The agent keeps connections for the lifetime of the process, as Node does
 * without a proxy.
 */
function agentFor(address: string, outbound: Outbound): HttpAgent | undefined {
  const proxy = proxyFor(address, outbound);
  if (proxy === undefined) return undefined;
  const { protocol } = new URL(address);
  const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent;
  const agent =
    proxied.get(protocol + proxy) ??
    new Agent({ keepAlive: true, proxyEnv: { HTTPS_PROXY: proxy, HTTP_PROXY: proxy } });
  proxied.set(protocol + proxy, agent);
  return agent;
}

/**
 * Reads JSON by GET with Node's own HTTP client. Follows no redirect.
 * @throws Error if the status shows a failure or the body is not JSON
 */
async function getJson(address: string, signal: AbortSignal, outbound: Outbound): Promise<unknown> {
  const send = address.startsWith('https:') ? httpsRequest : httpRequest;
  const options = { signal, agent: agentFor(address, outbound), headers: { accept: 'application/json' } };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    send(address, options, resolve).once('error', reject).end();
  });
  const { statusCode = 0 } = answer;
  if (statusCode >= 200 && statusCode < 300) return JSON.parse(await text(answer));
  answer.destroy();
  throw new Error(`GET ${address} answered ${statusCode}`);
}
