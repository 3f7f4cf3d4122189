import type { RealmForm } from './admin/realm-representation.ts';
import { type KeycloakRealm, MASTER_REALM } from './realm.ts';
import type { KeycloakClient } from './realm-client.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Delays in milliseconds. `PUT /_sim/delays` changes them. */
export const keycloakDelays = {
  accessTokenLifespan: 300_000,
  /**
   * The lifespan of access tokens in the realm `master`. Keycloak's default is shorter for this realm than for others.
   */
  masterTokenLifespan: 60_000,
  /** The time after which an unused session and its refresh token expire. */
  sessionIdle: 1_800_000,
  deviceCodeLifespan: 600_000,
  /** A device that polls sooner than this gets `slow_down`. */
  devicePolling: 5000,
};
export type KeycloakDelays = typeof keycloakDelays;

export interface KeycloakSession {
  id: string;
  userId: string;
  clientId: string;
  scope: string;
  expiresAt: number;
  startedAt: number;
  usedAt: number;
  /** The nonce that the client sent at the sign-in. ID tokens repeat it. */
  nonce: string | undefined;
}

export interface DeviceLogin {
  deviceCode: string;
  userCode: string;
  clientId: string;
  scope: string;
  expiresAt: number;
  lastPollAt: number;
  challenge: string | undefined;
  method: string;
  /** The user who has confirmed the login in a browser. Undefined until then. */
  userId?: string;
}

/** A browser login for which Keycloak has issued a code. */
export interface BrowserLogin {
  clientId: string;
  userId: string;
  typed: string;
  scope: string;
  redirectUri: string;
  nonce: string | undefined;
  challenge: string | undefined;
  method: string;
  expiresAt: number;
}

export interface KeycloakContext {
  realms: Map<string, KeycloakRealm>;
  keys: SigningKeys;
  sessions: Map<string, KeycloakSession>;
  devices: Map<string, DeviceLogin>;
  /** The parameters of the authorization request of each open login page, by session. */
  pages: Map<string, unknown>;
  codes: Map<string, BrowserLogin>;
  /** Signs refresh tokens, which nobody but Keycloak reads. */
  refreshSecret: Uint8Array;
  delays: KeycloakDelays;
  now(): number;
}

/**
 * Lifespans in seconds, under the names of the realm's fields. A setting of the realm takes precedence over a delay of
 * the simulator.
 */
export function secondsOf({ delays }: KeycloakContext, { name, settings }: KeycloakRealm) {
  const usual = name === MASTER_REALM ? delays.masterTokenLifespan : delays.accessTokenLifespan;
  const secondsOf = (field: keyof RealmForm & keyof typeof millis) =>
    Number(settings[field] ?? Math.round(millis[field] / 1000));
  const millis = {
    accessTokenLifespan: usual,
    ssoSessionIdleTimeout: delays.sessionIdle,
    oauth2DeviceCodeLifespan: delays.deviceCodeLifespan,
    oauth2DevicePollingInterval: delays.devicePolling,
  };
  return {
    accessTokenLifespan: secondsOf('accessTokenLifespan'),
    ssoSessionIdleTimeout: secondsOf('ssoSessionIdleTimeout'),
    oauth2DeviceCodeLifespan: secondsOf('oauth2DeviceCodeLifespan'),
    oauth2DevicePollingInterval: secondsOf('oauth2DevicePollingInterval'),
  };
}

/** The lifespan of the client's access tokens in seconds. */
export const tokenLifespan = (
  context: KeycloakContext,
  realm: KeycloakRealm,
  { tokenLifespan: own }: KeycloakClient,
): number => own ?? secondsOf(context, realm).accessTokenLifespan;
