import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type KeyRing, keyById } from '#shared/domain/_core/key-ring';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * An encrypted text (`data`, in base64), and the id of the key that encrypted it. The key is in the stage's key ring.
 */
export type SealedText = { keyId: string; data: string };
/**
 * The purpose and the object for which a text is encrypted. Each purpose has its own key. `boundTo` names the object
 * that has the text, so that the text cannot be decrypted for another object.
 */
export type Seal = { purpose: string; boundTo: string };

/** Derives a 256-bit key for one purpose from the text of a key in the ring. Other purposes get other keys. */
const cipherKey = (key: string, { purpose }: Seal): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/** Encrypts a text with the current key of the ring. */
export function sealText(ring: KeyRing, seal: Seal, text: string): SealedText {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, cipherKey(ring.key, seal), iv).setAAD(Buffer.from(seal.boundTo));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { keyId: ring.id, data: Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64') };
}

/**
 * Decrypts a text. Throws Error if the key is no longer in the ring, if the text was encrypted for another purpose or
 * object, or if the text was changed afterwards.
 */
export function openText(ring: KeyRing, seal: Seal, { keyId, data }: SealedText): string {
  const key = keyById(ring, keyId);
  if (key === undefined) throw new Error(`the key that encrypted the ${seal.purpose} no longer exists`);
  const bytes = Buffer.from(data, 'base64');
  const decipher = createDecipheriv(ALGORITHM, cipherKey(key, seal), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(seal.boundTo))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
