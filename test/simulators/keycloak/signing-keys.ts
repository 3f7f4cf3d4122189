import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

interface PublishedKey {
  kid: string;
  /** Null for the encryption key, which is only published. */
  privateKey: CryptoKey | null;
  jwk: JWK;
}

export type SigningKeys = Awaited<ReturnType<typeof signingKeys>>;

/**
 * A realm's keys. The newest key signs. Older keys stay published until they are dropped, so that their signatures
 * still verify.
 */
export async function signingKeys() {
  const encryption = await newKey('enc');
  let signing = [await newKey('sig')];
  return {
    current(): { kid: string; privateKey: CryptoKey } {
      const key = signing[0];
      if (!key?.privateKey) throw new Error('a realm has always a key to sign with');
      return { kid: key.kid, privateKey: key.privateKey };
    },
    /** The JWKS. It includes the encryption key, as on the real server, so a verifier has to choose by `kid`. */
    published: (): { keys: JWK[] } => ({ keys: [...signing, encryption].map(({ jwk }) => jwk) }),
    /** Public keys that tokens are verified with. */
    trusted: (): { keys: JWK[] } => ({ keys: signing.map(({ jwk }) => jwk) }),
    async rotate({ dropOld }: { dropOld: boolean }): Promise<void> {
      signing = [await newKey('sig'), ...(dropOld ? [] : signing)];
    },
  };
}

async function newKey(use: 'sig' | 'enc'): Promise<PublishedKey> {
  const alg = use === 'sig' ? 'RS256' : 'RSA-OAEP';
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, privateKey: use === 'sig' ? privateKey : null, jwk: { ...jwk, kid, alg, use } };
}
