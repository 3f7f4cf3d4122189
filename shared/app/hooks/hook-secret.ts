import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Uuid } from '#shared/domain/_core/identifier';
import { STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import type { SealedSecret } from '#shared/domain/hooks/hook';
import { type KeyRing, keyRing } from '#shared/domain/hooks/key-ring';
import type { Secrets } from '#shared/ports/runtime';

export const ALGORITHM = 'aes-256-gcm';
export const IV_BYTES = 12;

/** Derives a 256-bit key from the key ring's text. The key is only used to encrypt the secrets of hooks. */
export const cipherKey = (key: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'hook secret', 32));

/**
 * Encrypts the secret that signs a web hook's deliveries. The result is bound to this hook, so it cannot be decrypted
 * for another hook.
 */
export function sealSecret(ring: KeyRing, hookUuid: Uuid, secret: string): SealedSecret {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, cipherKey(ring.key), iv).setAAD(Buffer.from(hookUuid));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return { keyId: ring.id, data: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') };
}

type Deps = { secrets: Pick<Secrets, 'find'>; stage: string };

/**
 * Reads a key ring, which may be cached for a minute. Fails on a stage without a ring, because its deployment is not
 * complete.
 */
export async function readKeyRing({ secrets, stage }: Deps, prefix: 'mail-key' | 'hook-key'): Promise<KeyRing> {
  const text = await secrets.find(secretName(stage, prefix, STAGE_KEY), 0);
  if (text === undefined) throw new Error(`The stage has no secret ${prefix}/${STAGE_KEY}.`);
  return keyRing.parse(JSON.parse(text));
}
