import { type KeyRing, keyRing } from '#shared/domain/_core/key-ring';
import { type SecretPrefix, STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import type { Secrets } from '#shared/ports/runtime';

type Deps = { secrets: Pick<Secrets, 'find'>; stage: string };
type KeyPrefix = Extract<SecretPrefix, 'mail-key' | 'hook-key' | 'state-key'>;

/**
 * Reads a key ring, which may be cached for a minute. Throws an error if the stage has no ring, which means that its
 * deployment is not complete.
 */
export async function readKeyRing({ secrets, stage }: Deps, prefix: KeyPrefix): Promise<KeyRing> {
  const text = await secrets.find(secretName(stage, prefix, STAGE_KEY), 0);
  if (text === undefined) throw new Error(`The stage has no secret ${prefix}/${STAGE_KEY}.`);
  return keyRing.parse(JSON.parse(text));
}
