import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { checkVerifier } from './check-verifier.ts';
import { logIn, type TokenRequest } from './issue-tokens.ts';
import { type DeviceLogin, type KeycloakContext, secondsOf } from './keycloak-context.ts';
import { OidcError } from './oidc-error.ts';
import { findUser, type KeycloakRealm } from './realm.ts';
import type { KeycloakClient } from './realm-client.ts';

const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';

/**
 * Starts a login on a device without a browser. Returns the code for the user, the address at which to type it, and the
 * code with which the device polls.
 */
export function startDeviceLogin(
  context: KeycloakContext,
  { realm, client, issuer, form }: { realm: KeycloakRealm; client: KeycloakClient; issuer: string; form: unknown },
) {
  if (!client.deviceFlow) {
    throw new OidcError(
      400,
      'unauthorized_client',
      'Client is not allowed to initiate OAuth 2.0 Device Authorization Grant.',
    );
  }
  const { scope, code_challenge: challenge, code_challenge_method: method } = asked.parse(form ?? {});
  // If a client requires PKCE, Keycloak requires it for device logins, too.
  if (client.pkce && (challenge === undefined || method !== 'S256')) {
    throw new OidcError(400, 'invalid_request', 'Missing parameter: code_challenge_method');
  }
  const { oauth2DeviceCodeLifespan: lifespan, oauth2DevicePollingInterval: interval } = secondsOf(context, realm);
  const letters = (count: number) =>
    Array.from({ length: count }, () => CONSONANTS[randomInt(CONSONANTS.length)]).join('');
  const login: DeviceLogin = {
    deviceCode: randomBytes(32).toString('base64url'),
    userCode: `${letters(4)}-${letters(4)}`,
    clientId: client.clientId,
    scope,
    challenge,
    method,
    expiresAt: context.now() + lifespan * 1000,
    lastPollAt: 0,
  };
  context.devices.set(login.deviceCode, login);
  const page = `${issuer}/device`;
  return {
    device_code: login.deviceCode,
    user_code: login.userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${login.userCode}`,
    expires_in: lifespan,
    interval,
  };
}

const asked = z.object({
  scope: z.string().default(''),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().default('plain'),
});
const confirmation = z.object({ user_code: z.string(), username: z.string(), password: z.string() });

/**
 * Confirms the login as the user does in a browser. Returns false for a malformed form, an unknown or disabled user, a
 * wrong password, or a code without a pending login.
 */
export function confirmDeviceLogin(context: KeycloakContext, realm: KeycloakRealm, form: unknown): boolean {
  const given = confirmation.safeParse(form);
  if (!given.success) return false;
  const code = given.data.user_code.toUpperCase();
  const login = [...context.devices.values()].find(({ userCode }) => userCode === code);
  const user = findUser(realm, given.data.username);
  if (!login || !user?.enabled || user.password !== given.data.password) return false;
  login.userId = user.id;
  return true;
}

const polled = z.object({ device_code: z.string().default(''), code_verifier: z.string().optional() });

/**
 * Answers one poll of a device. @throws OidcError 400 for a pending login, for polls that are too frequent, and for a
 * code that is unknown, old or used
 */
export async function deviceGrant(context: KeycloakContext, request: Omit<TokenRequest, 'origin'>, form: unknown) {
  const { device_code, code_verifier } = polled.parse(form);
  const login = context.devices.get(device_code);
  if (login?.clientId !== request.client.clientId) {
    throw new OidcError(400, 'invalid_grant', 'Device code not valid');
  }
  checkPoll(context, request.realm, login);
  const user = login.userId === undefined ? undefined : request.realm.users.get(login.userId);
  if (!user) throw new OidcError(400, 'authorization_pending', 'The authorization request is still pending');
  checkVerifier(login, code_verifier);
  context.devices.delete(device_code);
  return logIn(context, { ...request, origin: 'onrtdg' }, { user, scope: login.scope, typed: user.username });
}

function checkPoll(context: KeycloakContext, realm: KeycloakRealm, login: DeviceLogin): void {
  const { now, devices } = context;
  if (login.expiresAt <= now()) {
    devices.delete(login.deviceCode);
    throw new OidcError(400, 'expired_token', 'Device code is expired');
  }
  const tooSoon = now() - login.lastPollAt < secondsOf(context, realm).oauth2DevicePollingInterval * 1000;
  login.lastPollAt = now();
  if (tooSoon) throw new OidcError(400, 'slow_down', 'Slow down');
}
