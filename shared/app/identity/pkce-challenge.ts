import { createHash } from 'node:crypto';

/** Of PKCE (RFC 7636 §4.2): the provider hears it first, and what it was made of when the code is redeemed. */
export const pkceChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
