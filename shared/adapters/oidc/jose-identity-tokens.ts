import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { BackendUnavailable, Unauthenticated } from '../../errors.ts';
import type { Identity, IdentityTokens } from '../../ports/identity.ts';
import type { Clock } from '../../ports/runtime.ts';

type Options = { issuer: string; audience: string; clock: Clock; timeoutMs?: number };

/** Signatures anybody can check; a shared-secret one could be made by whoever reads our configuration. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Two machines' clocks differ by this much at most. */
const CLOCK_TOLERANCE_SECONDS = 5;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const claims = z.object({
  sub: z.string().min(1),
  preferred_username: z.string().optional(),
  email: z.string().default(''),
  given_name: z.string().default(''),
  family_name: z.string().default(''),
});
const invalidToken = (cause?: unknown) => new Unauthenticated('Invalid token.', {}, cause);

async function discoverKeys({ issuer, timeoutMs = 5_000 }: Options): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  const document = discovery.parse(await answer.json());
  if (document.issuer !== issuer) throw new Error(`OIDC discovery at ${issuer} names the issuer ${document.issuer}`);
  return createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: timeoutMs });
}

/** Keycloak names the client in `azp` and, unless a mapper adds it, not in `aud`. An ID token is no access token. */
function isForUs(payload: JWTPayload, audience: string): boolean {
  const audiences = [payload.aud ?? []].flat();
  return (audiences.includes(audience) || payload.azp === audience) && payload.typ !== 'ID';
}

function identityOf(payload: JWTPayload, issuer: string): Identity {
  const { sub, preferred_username, email, given_name, family_name } = claims.parse(payload);
  return {
    issuer,
    subject: sub,
    username: preferred_username ?? (email || sub),
    email,
    firstName: given_name,
    lastName: family_name,
  };
}

/** A token that does not hold is the caller's fault; keys that cannot be had are not. */
function refusalOf(cause: unknown): Error {
  if (cause instanceof BackendUnavailable) return cause;
  if (cause instanceof errors.JWTExpired) return new Unauthenticated('Token has expired.', {}, cause);
  const isTheirs = cause instanceof errors.JOSEError && !(cause instanceof errors.JWKSTimeout);
  return isTheirs ? invalidToken(cause) : new BackendUnavailable('OIDC keys cannot be read', {}, cause);
}

/** Verifies access tokens of one issuer against its published keys, which are fetched at first use and kept. */
export function joseIdentityTokens(options: Options): IdentityTokens {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const keysOnce = (): Promise<JWTVerifyGetKey> => {
    keys ??= discoverKeys(options).catch((cause: unknown) => {
      keys = undefined; // the next call asks again
      throw new BackendUnavailable('OIDC discovery failed', { issuer: options.issuer }, cause);
    });
    return keys;
  };
  const { issuer, audience, clock } = options;
  return {
    async verify(token) {
      const checks = {
        issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: clock.now(),
      };
      const { payload } = await jwtVerify(token, await keysOnce(), checks).catch((cause: unknown) => {
        throw refusalOf(cause);
      });
      if (!isForUs(payload, audience)) throw invalidToken();
      return identityOf(payload, issuer);
    },
  };
}
