import type { DeviceLogin } from '#shared/domain/identity/sign-in';

/** The bearer of an OIDC token. Issuer and subject identify the user; the other fields are for display. */
export type Identity = {
  issuer: string;
  subject: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  /** ISO instant of issue. Absent when the token has none. */
  issuedAt?: string | undefined;
};

export interface IdentityTokens {
  /** Throws Unauthenticated unless signature, issuer, audience, `exp` and `nbf` are valid. */
  verify(token: string): Promise<Identity>;
}

/** What the browser takes to the identity provider. `challenge` is the S256 challenge of PKCE (RFC 7636). */
export type AuthorizationRequest = { state: string; nonce: string; challenge: string; redirectUri: string };
/** What the browser brings back from the identity provider. */
export type AuthorizationCode = { code: string; verifier: string; nonce: string; redirectUri: string };

/**
 * The OIDC provider for interactive sign-in. Throws the Backend* family when it is unreachable or refuses our client.
 */
export interface IdentityProvider {
  /** The address at the identity provider to redirect a browser to. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /** Throws Unauthenticated for a code that is invalid or expired. */
  redeemCode(code: AuthorizationCode): Promise<Identity>;
  /**
   * Answers undefined when the identity provider has no device flow. `challenge` is that of PKCE, as with a browser:
   * clients that require PKCE need it here, too.
   */
  startDevice(challenge: string): Promise<DeviceLogin | undefined>;
  /**
   * `pending` until the user has confirmed it. `too_fast` asks for a longer interval. Throws Unauthenticated when it
   * was refused or has expired.
   */
  redeemDevice(device: { deviceCode: string; verifier: string }): Promise<Identity | 'pending' | 'too_fast'>;
}
