import { errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { asLine } from '#shared/domain/_core/text/plain-text';
import { BackendUnavailable, Unauthenticated, UnknownCredential } from '../../errors.ts';
import type { Identity, IdentityTokens } from '../../ports/identity.ts';
import { type Issuer, type IssuerOptions, oidcIssuer } from './issuer.ts';

/** Only asymmetric signatures are accepted. With a shared secret, anybody who reads our configuration could forge a token. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Tolerated difference between Paddock's clock and the provider's. */
const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * A user's name. Users choose their names at the identity provider, so line ends and bidirectional marks become spaces.
 */
const name = z.string().transform(asLine);
const claims = z.object({
  sub: z.string().min(1),
  preferred_username: name.optional(),
  email: name.default(''),
  given_name: name.default(''),
  family_name: name.default(''),
  iat: z.number().optional(),
  auth_time: z.number().optional(),
  exp: z.number().optional(),
});
export const TOKEN_EXPIRED = 'Token has expired.';
export const invalidToken = (cause?: unknown) => new UnknownCredential('Invalid token.', {}, cause);

const instantOf = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();

export function identityOf(payload: JWTPayload, issuer: string): Identity {
  const { sub, preferred_username, email, given_name, family_name, iat, auth_time, exp } = claims.parse(payload);
  return {
    issuer,
    subject: sub,
    username: preferred_username || email || sub,
    email,
    firstName: given_name,
    lastName: family_name,
    issuedAt: instantOf(iat),
    authenticatedAt: instantOf(auth_time),
    expiresAt: instantOf(exp),
  };
}

/**
 * The error for a token that could not be verified. An invalid token is a fault of the caller. Missing keys are a
 * failure of the provider.
 */
function refusalOf(cause: unknown): Error {
  if (cause instanceof BackendUnavailable) return cause;
  if (cause instanceof errors.JWTExpired) return new Unauthenticated(TOKEN_EXPIRED, {}, cause);
  return cause instanceof errors.JOSEError
    ? invalidToken(cause)
    : new BackendUnavailable('The OIDC token cannot be verified.', {}, cause);
}

/**
 * Returns the claims of a token if its signature, `iss`, `exp` and `nbf` are valid. Throws Unauthenticated for an
 * invalid token, and BackendUnavailable if the keys are missing.
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

/**
 * Whether an ID token was made for this client and this sign-in (OpenID Connect Core §3.1.3.7). If the token has
 * several audiences, `azp` must name this client.
 */
function isOurs(payload: JWTPayload, { clientId, nonce }: Expected): boolean {
  const { azp } = payload;
  const audiences = audiencesOf(payload);
  const isParty = azp === undefined ? audiences.length === 1 : azp === clientId;
  return audiences.includes(clientId) && isParty && (nonce === undefined || payload.nonce === nonce);
}

/** Verifies an ID token and returns its identity. Throws Unauthenticated if the signature or a claim is invalid. */
export async function verifyIdToken(issuer: Issuer, expected: Expected): Promise<Identity> {
  const payload = await verifyToken(issuer, expected.token);
  if (!isOurs(payload, expected)) throw invalidToken();
  return identityOf(payload, issuer.issuer);
}

/**
 * Whether an access token is for Paddock. Keycloak names the client in `azp`, and in `aud` only if a mapper adds it. An
 * ID token is not accepted as an access token.
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
