import { errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { asLine } from '#shared/domain/_core/text/plain-text';
import { BackendUnavailable, Unauthenticated, UnknownCredential } from '../../errors.ts';
import type { Identity, IdentityTokens } from '../../ports/identity.ts';
import { type Issuer, type IssuerOptions, oidcIssuer } from './issuer.ts';

/** Asymmetric signatures only: whoever reads our configuration could forge one with a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Tolerated difference of two clocks. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Users choose their names at the identity provider: line ends and bidirectional marks become spaces. */
const name = z.string().transform(asLine);
const claims = z.object({
  sub: z.string().min(1),
  preferred_username: name.optional(),
  email: name.default(''),
  given_name: name.default(''),
  family_name: name.default(''),
  iat: z.number().optional(),
});
export const TOKEN_EXPIRED = 'Token has expired.';
export const invalidToken = (cause?: unknown) => new UnknownCredential('Invalid token.', {}, cause);

export function identityOf(payload: JWTPayload, issuer: string): Identity {
  const { sub, preferred_username, email, given_name, family_name, iat } = claims.parse(payload);
  return {
    issuer,
    subject: sub,
    username: preferred_username || email || sub,
    email,
    firstName: given_name,
    lastName: family_name,
    issuedAt: iat === undefined ? undefined : new Date(iat * 1000).toISOString(),
  };
}

/** An invalid token is the caller's fault; missing keys are not. */
function refusalOf(cause: unknown): Error {
  if (cause instanceof BackendUnavailable) return cause;
  if (cause instanceof errors.JWTExpired) return new Unauthenticated(TOKEN_EXPIRED, {}, cause);
  return cause instanceof errors.JOSEError
    ? invalidToken(cause)
    : new BackendUnavailable('The OIDC token cannot be verified.', {}, cause);
}

/**
 * The claims of a token if its signature, `iss`, `exp` and `nbf` are valid. Throws Unauthenticated and
 * BackendUnavailable.
 */
async function verifyToken({ issuer, clock, keys }: Issuer, token: string): Promise<JWTPayload> {
  const checks = {
    issuer,
    algorithms: ALGORITHMS,
    requiredClaims: ['exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: clock.now(),
  };
  const { payload } = await jwtVerify(token, keys.find, checks).catch((cause: unknown) => {
    throw refusalOf(cause);
  });
  return payload;
}

const audiencesOf = ({ aud }: JWTPayload): string[] => [aud ?? []].flat();

type Expected = { token: string; clientId: string; nonce: string | undefined };

/** OpenID Connect Core §3.1.3.7: made for this client (by name if for several), and for this sign-in. */
function isOurs(payload: JWTPayload, { clientId, nonce }: Expected): boolean {
  const { azp } = payload;
  const audiences = audiencesOf(payload);
  const isParty = azp === undefined ? audiences.length === 1 : azp === clientId;
  return audiences.includes(clientId) && isParty && (nonce === undefined || payload.nonce === nonce);
}

/** The identity of an ID token. Throws Unauthenticated unless signature and claims are valid. */
export async function verifyIdToken(issuer: Issuer, expected: Expected): Promise<Identity> {
  const payload = await verifyToken(issuer, expected.token);
  if (!isOurs(payload, expected)) throw invalidToken();
  return identityOf(payload, issuer.issuer);
}

/**
 * Keycloak names the client in `azp`, and not in `aud` unless a mapper adds it. An ID token is not accepted as an
 * access token.
 */
const isForUs = (payload: JWTPayload, audience: string): boolean =>
  (audiencesOf(payload).includes(audience) || payload.azp === audience) && payload.typ !== 'ID';

/** Verifies access tokens of one issuer with its published keys. */
export function joseIdentityTokens({ audience, ...options }: IssuerOptions & { audience: string }): IdentityTokens {
  const issuer = oidcIssuer(options);
  return {
    async verify(token) {
      const payload = await verifyToken(issuer, token);
      if (!isForUs(payload, audience)) throw invalidToken();
      return identityOf(payload, options.issuer);
    },
  };
}
