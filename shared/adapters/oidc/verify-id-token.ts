import type { JWTPayload } from 'jose';
import type { Identity } from '../../ports/identity.ts';
import type { Issuer } from './issuer.ts';
import { audiencesOf, identityOf, invalidToken, verifyToken } from './verify-token.ts';

type Expected = { token: string; clientId: string; nonce: string | undefined };

/** OpenID Connect Core §3.1.3.7: made for this client (by name if for several), and for this sign-in. */
function isOurs(payload: JWTPayload, { clientId, nonce }: Expected): boolean {
  const { azp } = payload;
  const audiences = audiencesOf(payload);
  const isParty = azp === undefined ? audiences.length === 1 : azp === clientId;
  return audiences.includes(clientId) && isParty && (nonce === undefined || payload.nonce === nonce);
}

/** The identity of an ID token. Throws Unauthenticated unless signature and claims are valid. */
export async function verifyIdToken(issuer: Issuer, expected: Expected): Promise<Identity> {
  const payload = await verifyToken(issuer, expected.token);
  if (!isOurs(payload, expected)) throw invalidToken();
  return identityOf(payload, issuer.issuer);
}
