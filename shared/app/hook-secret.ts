import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SealedSecret } from '../domain/hook/hook.ts';
import type { Uuid } from '../domain/identifier.ts';
import { type KeyRing, keyById } from '../domain/key-ring.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** 256 bits of the ring's text, for this use alone. */
const cipherKey = (key: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'hook secret', 32));

/** What a web hook's deliveries are signed with, as it stands in the hook's row: bound to this hook, so that in another's row it opens nothing. */
export function sealSecret(ring: KeyRing, hookUuid: Uuid, secret: string): SealedSecret {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, cipherKey(ring.key), iv).setAAD(Buffer.from(hookUuid));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return { keyId: ring.id, data: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') };
}

/** Throws Error for a key that is not in the ring any more, and for what was sealed for another hook or changed since. */
export function openSecret(ring: KeyRing, hookUuid: Uuid, { keyId, data }: SealedSecret): string {
  const key = keyById(ring, keyId);
  if (key === undefined) throw new Error('the key that the secret of the hook was encrypted with is gone');
  const bytes = Buffer.from(data, 'base64');
  const decipher = createDecipheriv(ALGORITHM, cipherKey(key), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(hookUuid))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
