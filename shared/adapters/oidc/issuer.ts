import { z } from 'zod';
import { DIRECT, type Outbound } from '#shared/domain/_core/outbound';
import { currentDeadline, noteCall } from '../../deadline.ts';
import { BackendUnavailable, OutOfTime } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import { backendCalls } from '../backend-calls.ts';
import { getJson } from '../get-json.ts';
import { type PublishedKeys, publishedKeys } from './published-keys.ts';

export const BACKEND = 'The OIDC provider';

/** OpenID Connect Discovery 1.0 §3, the used fields; RFC 8628 §4 for devices. */
const discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  device_authorization_endpoint: z.url().optional(),
});
export type Discovery = z.infer<typeof discovery>;

/** The provider's metadata, read at first use and kept. */
export type Issuer = {
  readonly issuer: string;
  readonly clock: Clock;
  /** Throws BackendUnavailable. */
  discover(): Promise<Discovery>;
  readonly keys: PublishedKeys;
};
export type IssuerOptions = { issuer: string; clock: Clock; timeoutMs?: number; outbound?: Outbound };

type Get = (op: string, address: string) => Promise<unknown>;
/** With the runtime's own client: every function checks tokens, and few need the client for backends. */
const getWithin =
  (timeoutMs: number, outbound: Outbound): Get =>
  (op, address) =>
    backendCalls.tracePromise(() => ask(op, address, timeoutMs, outbound), { backend: BACKEND, op });

async function ask(op: string, address: string, timeoutMs: number, outbound: Outbound): Promise<unknown> {
  const deadline = currentDeadline()?.signal;
  const timeout = AbortSignal.timeout(timeoutMs);
  const began = performance.now();
  const call = () => ({ backend: BACKEND, op, ms: performance.now() - began });
  try {
    const signal = deadline ? AbortSignal.any([timeout, deadline]) : timeout;
    return await getJson(address, signal, outbound);
  } catch (cause) {
    if (deadline?.aborted) throw new OutOfTime(`${BACKEND}: ${op} did not answer in time.`, call(), cause);
    throw cause;
  } finally {
    noteCall(call());
  }
}

async function readDiscovery(issuer: string, get: Get): Promise<Discovery> {
  const found = await get('discovery', `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  const document = discovery.parse(found);
  if (document.issuer !== issuer) throw new Error(`OIDC discovery at ${issuer} names the issuer ${document.issuer}`);
  return document;
}

/** An OIDC provider by its issuer, for the lifetime of the process. */
export function oidcIssuer({ issuer, clock, timeoutMs = 5_000, outbound = DIRECT }: IssuerOptions): Issuer {
  let known: Promise<Discovery> | undefined;
  const get = getWithin(timeoutMs, outbound);
  const discover = (): Promise<Discovery> => {
    known ??= readDiscovery(issuer, get).catch((cause: unknown) => {
      known = undefined; // The next call asks again.
      throw cause instanceof OutOfTime ? cause : new BackendUnavailable('OIDC discovery failed', { issuer }, cause);
    });
    return known;
  };
  const fetchKeys = async () => get('keys', (await discover()).jwks_uri);
  return { issuer, clock, discover, keys: publishedKeys({ fetchKeys, clock }) };
}
