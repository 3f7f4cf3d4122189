/** Who an OIDC access token says the bearer is. A user is known by issuer and subject only; the rest is for display. */
export type Identity = {
  issuer: string;
  subject: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
};

export interface IdentityTokens {
  /** Throws Unauthenticated unless signature, issuer, audience, `exp` and `nbf` hold. */
  verify(token: string): Promise<Identity>;
}
