import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { effectiveRoles } from './admin/held-roles.ts';
import { groupClaims } from './group-claims.ts';
import { type KeycloakContext, type KeycloakSession, secondsOf, tokenLifespan } from './keycloak-context.ts';
import { findUser, type KeycloakRealm, type KeycloakUser } from './realm.ts';
import type { KeycloakClient } from './realm-client.ts';
import { recordUserEvent } from './realm-events.ts';

/** The start of `jti`: session kind, token kind and grant, as Keycloak 26 abbreviates them. */
export type TokenOrigin = 'onrtro' | 'onrtrt' | 'onrtac' | 'onrtdg' | 'trrtcc';

export interface TokenRequest {
  realm: KeycloakRealm;
  client: KeycloakClient;
  issuer: string;
  origin: TokenOrigin;
}

type Login = {
  user: KeycloakUser;
  scope: string;
  /** The user name as it was typed. Events show it in this form. */
  typed: string;
  nonce?: string | undefined;
};

/** Starts a session of a user with a client and returns the session's tokens. */
export async function logIn(context: KeycloakContext, request: TokenRequest, { user, scope, typed, nonce }: Login) {
  const session: KeycloakSession = {
    // Session ids of Keycloak are not UUIDs.
    id: randomBytes(18).toString('base64url'),
    userId: user.id,
    clientId: request.client.clientId,
    scope: grantedScope(scope),
    ...{ expiresAt: 0, startedAt: context.now(), usedAt: 0 },
    nonce,
  };
  context.sessions.set(session.id, session);
  recordUserEvent(request.realm, {
    ...{ time: context.now(), type: 'LOGIN', clientId: session.clientId, userId: user.id },
    details: { auth_method: 'openid-connect', username: typed },
  });
  return sessionTokens(context, request, user, session);
}

/** Keycloak always grants its default scopes. Of all other scopes, only `openid` has an effect here. */
function grantedScope(asked: string): string {
  return asked.split(' ').includes('openid') ? 'openid email profile' : 'email profile';
}

/** The answer of the token endpoint for a session. Each such answer keeps the session alive. */
export async function sessionTokens(
  context: KeycloakContext,
  request: TokenRequest,
  user: KeycloakUser,
  session: KeycloakSession,
) {
  const { ssoSessionIdleTimeout: idle } = secondsOf(context, request.realm);
  session.usedAt = context.now();
  session.expiresAt = session.usedAt + idle * 1000;
  const groups = groupClaims(request.realm, request.client.mappers, user, 'access.token');
  const claims = {
    ...userClaims(user),
    ...groups,
    ...roleClaims(request.realm, user),
    sid: session.id,
    scope: session.scope,
  };
  const wantsIdToken = session.scope.startsWith('openid');
  return {
    access_token: await accessToken(context, request, user.id, claims),
    expires_in: tokenLifespan(context, request.realm, request.client),
    refresh_expires_in: idle,
    refresh_token: await refreshToken(context, request, session),
    token_type: 'Bearer',
    ...(wantsIdToken && { id_token: await idToken(context, request, user, session) }),
    'not-before-policy': user.notBefore,
    session_state: session.id,
    scope: session.scope,
  };
}

/** The token response for a client's own login, which has no session and no refresh token. */
export async function serviceTokens(context: KeycloakContext, request: TokenRequest) {
  const { clientId } = request.client;
  const own = findUser(request.realm, `service-account-${clientId}`);
  const claims = {
    ...(own && roleClaims(request.realm, own)),
    email_verified: false,
    preferred_username: `service-account-${clientId}`,
    client_id: clientId,
    scope: 'email profile',
  };
  return {
    access_token: await accessToken(context, request, own?.id ?? randomUUID(), claims),
    expires_in: tokenLifespan(context, request.realm, request.client),
    refresh_expires_in: 0,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope: 'email profile',
  };
}

export function userClaims({ username, email, emailVerified, firstName, lastName }: KeycloakUser) {
  return {
    email_verified: emailVerified,
    name: `${firstName} ${lastName}`,
    preferred_username: username,
    given_name: firstName,
    family_name: lastName,
    email,
  };
}

function accessToken(
  context: KeycloakContext,
  request: TokenRequest,
  subject: string,
  claims: Record<string, unknown>,
): Promise<string> {
  const { client, realm } = request;
  if (client.lightweight) {
    const { sid, scope } = claims;
    return signed(context, request, null, { typ: 'Bearer', azp: client.clientId, sid, scope });
  }
  return signed(context, request, subject, {
    typ: 'Bearer',
    azp: client.clientId,
    aud: client.audience === null ? 'account' : [client.audience, 'account'],
    acr: '1',
    realm_access: { roles: [`default-roles-${realm.name}`, 'offline_access', 'uma_authorization'] },
    resource_access: ACCOUNT,
    ...claims,
  });
}

const ACCOUNT = { account: { roles: ['manage-account', 'manage-account-links', 'view-profile'] } };

function roleClaims(realm: KeycloakRealm, user: KeycloakUser) {
  const named = (container: KeycloakRealm | KeycloakClient) =>
    effectiveRoles(realm, user, container).map(({ name }) => name);
  const clients = [...realm.clients.values()].map((client) => [client.clientId, { roles: named(client) }] as const);
  const held = Object.fromEntries(clients.filter(([, { roles }]) => roles.length > 0));
  return { realm_access: { roles: named(realm) }, resource_access: { ...held, ...ACCOUNT } };
}

function idToken(
  context: KeycloakContext,
  request: TokenRequest,
  user: KeycloakUser,
  { nonce, startedAt }: KeycloakSession,
): Promise<string> {
  const { clientId, mappers } = request.client;
  const auth_time = Math.floor(startedAt / 1000);
  const claims = { auth_time, ...userClaims(user), ...groupClaims(request.realm, mappers, user, 'id.token') };
  return signed(context, request, user.id, { typ: 'ID', azp: clientId, aud: clientId, nonce, ...claims });
}

function signed(
  context: KeycloakContext,
  { issuer, origin, realm, client }: TokenRequest,
  subject: string | null,
  claims: Record<string, unknown>,
): Promise<string> {
  const { kid, privateKey } = context.keys.current();
  const issuedAt = Math.floor(context.now() / 1000);
  return new SignJWT({ ...claims, ...(subject !== null && { sub: subject }) })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifespan(context, realm, client))
    .setJti(`${origin}:${randomUUID()}`)
    .sign(privateKey);
}

function refreshToken(
  { refreshSecret }: KeycloakContext,
  { issuer, client }: TokenRequest,
  session: KeycloakSession,
): Promise<string> {
  return new SignJWT({ typ: 'Refresh', azp: client.clientId, sid: session.id, scope: session.scope })
    .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setJti(randomUUID())
    .sign(refreshSecret);
}
