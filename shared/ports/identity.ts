import type { DeviceLogin } from '#shared/domain/identity/device-login';

/** Who an OIDC token says the bearer is. A user is known by issuer and subject only; the rest is for display. */
export type Identity = {
  issuer: string;
  subject: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  /** When the token was issued, as an ISO instant; absent where it does not say. */
  issuedAt?: string | undefined;
};

export interface IdentityTokens {
  /** Throws Unauthenticated unless signature, issuer, audience, `exp` and `nbf` hold. */
  verify(token: string): Promise<Identity>;
}

/** What a browser is sent to the provider with. `challenge` is the S256 one of PKCE (RFC 7636). */
export type AuthorizationRequest = { state: string; nonce: string; challenge: string; redirectUri: string };
/** What it came back with. */
export type AuthorizationCode = { code: string; verifier: string; nonce: string; redirectUri: string };

/** The OIDC provider as one that people sign in at. Throws the Backend* family when it cannot be asked, or does not take our client. */
export interface IdentityProvider {
  /** The provider's address that a browser is sent to. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /** Throws Unauthenticated for a code that is not good, or not good any more. */
  redeemCode(code: AuthorizationCode): Promise<Identity>;
  /** undefined when the provider knows no such flow. `challenge` as with a browser: a client of whom PKCE is demanded needs it here, too. */
  startDevice(challenge: string): Promise<DeviceLogin | undefined>;
  /** `pending` until somebody has confirmed it; `too_fast`: wait longer. Throws Unauthenticated when it never will be. */
  redeemDevice(device: { deviceCode: string; verifier: string }): Promise<Identity | 'pending' | 'too_fast'>;
}
