import type { DeviceLogin } from '#shared/domain/identity/sign-in';

/** The bearer of an OIDC token. Issuer and subject identify the user. The other fields are for display. */
export type Identity = {
  issuer: string;
  subject: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The time when the token was issued. Absent if the token does not say it. */
  issuedAt?: string | undefined;
};

export interface IdentityTokens {
  /** Throws Unauthenticated unless signature, issuer, audience, `exp` and `nbf` of the token are valid. */
  verify(token: string): Promise<Identity>;
}

/** Parameters that the browser takes to the identity provider. `challenge` is the S256 challenge of PKCE (RFC 7636). */
export type AuthorizationRequest = { state: string; nonce: string; challenge: string; redirectUri: string };
/** Parameters that the browser brings back from the identity provider, with the values that were kept for the check. */
export type AuthorizationCode = { code: string; verifier: string; nonce: string; redirectUri: string };

/** The OIDC provider for interactive sign-in. Throws the Backend* family if it is unreachable or refuses our client. */
export interface IdentityProvider {
  /** The address at the identity provider to which the browser is redirected. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /** Throws Unauthenticated if the code is invalid or has expired. */
  redeemCode(code: AuthorizationCode): Promise<Identity>;
  /**
   * Starts a device login. Returns undefined if the identity provider has no device flow. Clients that require PKCE
   * need `challenge`, as for a login in a browser.
   */
  startDevice(challenge: string): Promise<DeviceLogin | undefined>;
  /**
   * Returns `pending` until the user has confirmed the login, and `too_fast` if we must poll less often. Throws
   * Unauthenticated if the user has refused the login, or if the login has expired.
   */
  redeemDevice(device: { deviceCode: string; verifier: string }): Promise<Identity | 'pending' | 'too_fast'>;
}
