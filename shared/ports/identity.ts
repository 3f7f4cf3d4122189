import type { DeviceLogin } from '#shared/domain/identity/sign-in';

/** The user of an OIDC token. Issuer and subject identify the user. The other fields are for display. */
export type Identity = {
  issuer: string;
  subject: string;
  /** The wanted username in Paddock. */
  username: string;
  /** The name at the identity provider, if it differs from `username`. */
  nameAtProvider?: string | undefined;
  email: string;
  firstName: string;
  lastName: string;
  /** When the token was issued. Undefined if the token does not contain this time. */
  issuedAt?: string | undefined;
  /** When the user proved who they are (`auth_time`). Undefined if the token does not contain this time. */
  authenticatedAt?: string | undefined;
  /** When the token ends. */
  expiresAt?: string | undefined;
};

export interface IdentityTokens {
  /** Throws Unauthenticated if the token's signature, issuer, audience, `exp` or `nbf` is not valid. */
  verify(token: string): Promise<Identity>;
}

/** Parameters that the browser takes to the identity provider. `challenge` is PKCE's S256 challenge (RFC 7636). */
export type AuthorizationRequest = {
  state: string;
  nonce: string;
  challenge: string;
  redirectUri: string;
  /** Whether the provider must ask for the password again. */
  isFresh?: boolean;
};
/**
 * The code that the identity provider has sent through the browser, and the values with which Paddock checks the code.
 */
export type AuthorizationCode = { code: string; verifier: string; nonce: string; redirectUri: string };

/**
 * The OIDC provider at which users sign in. Calls throw the Backend* errors if the provider does not answer, or if the
 * provider does not accept Paddock as a client.
 */
export interface IdentityProvider {
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /** Throws Unauthenticated if the code is invalid or has expired. */
  redeemCode(code: AuthorizationCode): Promise<Identity>;
  /**
   * Starts a sign-in with OAuth's device flow (RFC 8628). Returns undefined if the identity provider does not support
   * the device flow. `challenge` is for providers that require PKCE.
   */
  startDevice(challenge: string): Promise<DeviceLogin | undefined>;
  /**
   * Returns `pending` until the user has confirmed the sign-in, and `too_fast` if Paddock must poll less often. Throws
   * Unauthenticated if the user has refused the sign-in, or if the sign-in has expired.
   */
  redeemDevice(device: { deviceCode: string; verifier: string }): Promise<Identity | 'pending' | 'too_fast'>;
}
