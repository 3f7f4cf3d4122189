import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { KeyRing } from '#shared/domain/_core/key-ring';
import type { SealedSecret } from '#shared/domain/hooks/hook';

export const ALGORITHM = 'aes-256-gcm';
export const IV_BYTES = 12;

/** 256 bits derived from the ring's text for this purpose only. */
export const cipherKey = (key: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'hook secret', 32));

/**
 * Encrypts the secret that signs a web hook's deliveries. It is bound to this hook: in the row of another hook it does
 * not open.
 */
export function sealSecret(ring: KeyRing, hookUuid: Uuid, secret: string): SealedSecret {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, cipherKey(ring.key), iv).setAAD(Buffer.from(hookUuid));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return { keyId: ring.id, data: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') };
}
