import { type KeyRing, keyRing } from '#shared/domain/_core/key-ring';
import { STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import type { Secrets } from '#shared/ports/runtime';

type Deps = { secrets: Pick<Secrets, 'find'>; stage: string };

/** May be cached for a minute. A stage without it is not completely deployed. */
export async function readKeyRing({ secrets, stage }: Deps, prefix: 'mail-key' | 'hook-key'): Promise<KeyRing> {
  const text = await secrets.find(secretName(stage, prefix, STAGE_KEY), 0);
  if (text === undefined) throw new Error(`The stage has no secret ${prefix}/${STAGE_KEY}.`);
  return keyRing.parse(JSON.parse(text));
}
