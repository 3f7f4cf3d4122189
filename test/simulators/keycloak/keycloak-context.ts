import type { RealmForm } from './admin/realm-representation.ts';
import { type KeycloakRealm, MASTER_REALM } from './realm.ts';
import type { KeycloakClient } from './realm-client.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Milliseconds; see `PUT /_sim/delays`. */
export const keycloakDelays = {
  accessTokenLifespan: 300_000,
  /** The same in the realm `master`, where Keycloak has it shorter. */
  masterTokenLifespan: 60_000,
  /** How long a session, and with it a refresh token, lives unused. */
  sessionIdle: 1_800_000,
  deviceCodeLifespan: 600_000,
  /** Polling for a device's token sooner than this is `slow_down`. */
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
  /** What the client gave at the sign-in, for its ID tokens. */
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
  /** Who confirmed it in a browser; undefined while nobody has. */
  userId?: string;
}

/** Somebody who typed a password into the login page; the browser has a code for it. */
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
  /** Open login pages, by session, with what was asked of the authorization endpoint. */
  pages: Map<string, unknown>;
  codes: Map<string, BrowserLogin>;
  /** Signs refresh tokens, which nobody but Keycloak reads. */
  refreshSecret: Uint8Array;
  delays: KeycloakDelays;
  now(): number;
}

/** Seconds that things of a realm live, under the names of its fields: as it was set, else as the delays say. */
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

/** Seconds an access token for this client lives. */
export const tokenLifespan = (
  context: KeycloakContext,
  realm: KeycloakRealm,
  { tokenLifespan: own }: KeycloakClient,
): number => own ?? secondsOf(context, realm).accessTokenLifespan;
