import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { BackendUnavailable } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import { publishedKeys } from './published-keys.ts';

/** OpenID Connect Discovery 1.0 §3, as far as it is used; RFC 8628 §4 for devices. */
const discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  device_authorization_endpoint: z.url().optional(),
});
export type Discovery = z.infer<typeof discovery>;

/** What the provider says of itself, asked for at first use and kept. */
export type Issuer = {
  readonly issuer: string;
  readonly clock: Clock;
  /** Throws BackendUnavailable. */
  discover(): Promise<Discovery>;
  readonly keys: JWTVerifyGetKey;
};
export type IssuerOptions = { issuer: string; clock: Clock; timeoutMs?: number };

async function getJson(address: string, timeoutMs: number): Promise<unknown> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!answer.ok) throw new Error(`GET ${address} answered ${answer.status}`);
  return answer.json();
}

async function readDiscovery(issuer: string, timeoutMs: number): Promise<Discovery> {
  const found = await getJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`, timeoutMs);
  const document = discovery.parse(found);
  if (document.issuer !== issuer) throw new Error(`OIDC discovery at ${issuer} names the issuer ${document.issuer}`);
  return document;
}

/** An OIDC provider by the address of its issuer, for the life of the process. */
export function oidcIssuer({ issuer, clock, timeoutMs = 5_000 }: IssuerOptions): Issuer {
  let known: Promise<Discovery> | undefined;
  const discover = (): Promise<Discovery> => {
    known ??= readDiscovery(issuer, timeoutMs).catch((cause: unknown) => {
      known = undefined; // the next call asks again
      throw new BackendUnavailable('OIDC discovery failed', { issuer }, cause);
    });
    return known;
  };
  const fetchKeys = async () => getJson((await discover()).jwks_uri, timeoutMs);
  return { issuer, clock, discover, keys: publishedKeys({ fetchKeys, clock }) };
}
