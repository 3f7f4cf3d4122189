import { createDecipheriv } from 'node:crypto';
import type { Uuid } from '#shared/domain/_core/identifier';
import { type KeyRing, keyById } from '#shared/domain/_core/key-ring';
import type { SealedSecret } from '#shared/domain/hooks/hook';
import { ALGORITHM, cipherKey, IV_BYTES } from './hook-secret.ts';

const TAG_BYTES = 16;

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
