import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { KeycloakContext, KeycloakSession } from './keycloak-context.ts';
import type { KeycloakRealm, KeycloakUser } from './realm.ts';

const sessionClaims = z.object({ sid: z.string(), azp: z.string(), scope: z.string() });

export interface LiveSession {
  session: KeycloakSession;
  user: KeycloakUser;
}

/** The session of an access token. Undefined if the token is forged or expired, or has lost its session or user. */
export async function sessionOfAccessToken(
  context: KeycloakContext,
  { realm, issuer, token }: { realm: KeycloakRealm; issuer: string; token: string },
): Promise<LiveSession | undefined> {
  const claims = await accessClaims(context, { issuer, token });
  return claims && liveSession(context, realm, claims);
}

/** The claims of an access token. Undefined if the token is forged or expired. */
export async function accessClaims(
  context: KeycloakContext,
  { issuer, token }: { issuer: string; token: string },
): Promise<JWTPayload | undefined> {
  const verified = await jwtVerify(token, createLocalJWKSet(context.keys.trusted()), {
    issuer,
    currentDate: new Date(context.now()),
  }).catch(() => undefined);
  return verified?.payload;
}

/** The session of a refresh token that this client got. */
export async function sessionOfRefreshToken(
  context: KeycloakContext,
  { realm, issuer, token }: { realm: KeycloakRealm; issuer: string; token: string },
): Promise<LiveSession | undefined> {
  const verified = await jwtVerify(token, context.refreshSecret, { issuer }).catch(() => undefined);
  return verified && liveSession(context, realm, verified.payload);
}

function liveSession(context: KeycloakContext, realm: KeycloakRealm, payload: unknown): LiveSession | undefined {
  const claims = sessionClaims.safeParse(payload);
  const session = claims.success ? context.sessions.get(claims.data.sid) : undefined;
  const user = session && realm.users.get(session.userId);
  return session && user && session.expiresAt > context.now() ? { session, user } : undefined;
}
