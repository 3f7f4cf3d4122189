import { createHash } from 'node:crypto';

/**
 * The challenge of PKCE (RFC 7636 §4.2). The identity provider gets it first, and the verifier when the code is
 * redeemed.
 */
export const pkceChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
