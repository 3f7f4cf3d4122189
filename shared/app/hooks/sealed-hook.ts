import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Hook } from '#shared/domain/hooks/hook';
import { VersionConflict } from '#shared/errors';
import type { Clock, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { sealSecret } from './hook-secret.ts';
import { openSecret } from './open-hook-secret.ts';
import { readKeyRing } from './read-key-ring.ts';

type Deps = {
  store: Pick<Store, 'hooks' | 'commit'>;
  secrets: Pick<Secrets, 'find' | 'remove'>;
  stage: string;
  clock: Clock;
};
const stored = z.object({ secret: z.string() });

/** Throws Error where the hook has none. */
export async function secretOf(deps: Deps, { uuid, sealedSecret }: Hook): Promise<string> {
  if (sealedSecret === undefined) throw new Error('the hook has no secret');
  return openSecret(await readKeyRing(deps, 'hook-key'), uuid, sealedSecret);
}

/** Whether it is in the row by now: if somebody else writes the hook at the same moment, the next delivery does it. */
async function isWritten({ store }: Deps, moved: Hook): Promise<boolean> {
  try {
    await store.commit(store.hooks.replace(moved));
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  }
}

/**
 * The web hook with its secret encrypted by the stage's present key. One that was made when each hook had a secret of its own in the
 * secret store, or that was encrypted by an earlier key, is moved; its own one is removed once it is in the row.
 */
export async function sealedHook(deps: Deps, hook: Hook): Promise<Hook> {
  const { secrets, stage, store, clock } = deps;
  const ring = await readKeyRing(deps, 'hook-key');
  if (hook.sealedSecret?.keyId === ring.id) return hook;
  const name = secretName(stage, 'hook', hook.uuid);
  const own = hook.sealedSecret === undefined ? await secrets.find(name) : undefined;
  // Neither: another delivery has moved it since the hook was read.
  if (hook.sealedSecret === undefined && own === undefined) return (await store.hooks.find(hook.uuid)) ?? hook;
  const secret = own === undefined ? await secretOf(deps, hook) : stored.parse(JSON.parse(own)).secret;
  const moved = changed(hook, clock.now(), { sealedSecret: sealSecret(ring, hook.uuid, secret) });
  if ((await isWritten(deps, moved)) && own !== undefined) await secrets.remove(name);
  return moved;
}
