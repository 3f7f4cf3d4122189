import { createHmac } from 'node:crypto';
import { parseUuid } from '#shared/domain/_core/identifier';
import { keyById } from '#shared/domain/_core/key-ring';
import { changed } from '#shared/domain/_core/record';
import { type Hook, UNCONFIRMED } from '#shared/domain/hooks/hook';
import type { Clock, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { readKeyRing } from '../_core/key-ring.ts';
import { isSameSecret } from '../identity/hash-token.ts';

type KeyDeps = { secrets: Pick<Secrets, 'find'>; stage: string };
type Deps = KeyDeps & { store: Pick<Store, 'hooks' | 'commit'>; clock: Clock };

/**
 * Signs the hook's uuid together with its address. So after a change of the address, links in e-mails to the earlier
 * address have no effect.
 */
const signatureOf = (key: string, { uuid, destination }: Hook): string =>
  createHmac('sha256', key).update(`stop-hook\n${uuid}\n${destination}`).digest('base64url');

/** The token in the links of a hook's e-mails: `<id of the key>.<signature>`. Valid while the key ring has the key. */
export async function stopTokenOf(deps: KeyDeps, hook: Hook): Promise<string> {
  const { id, key } = await readKeyRing(deps, 'mail-key');
  return `${id}.${signatureOf(key, hook)}`;
}

/**
 * Stops a hook's e-mails. The reader of an e-mail may do this without signing in. E-mails resume only after the address
 * is confirmed again. Safe to repeat.
 * @returns false for a token of another hook
 */
export async function stopHook(deps: Deps, uuidText: string, token: string): Promise<boolean> {
  const { store, clock } = deps;
  const uuid = parseUuid(uuidText);
  const [id = '', signature = ''] = token.split('.');
  const hook = uuid === undefined || signature === '' ? undefined : await store.hooks.find(uuid);
  if (hook?.type !== 'email') return false;
  const key = keyById(await readKeyRing(deps, 'mail-key'), id);
  if (key === undefined || !isSameSecret(signature, signatureOf(key, hook))) return false;
  if (!hook.isActive && hook.confirmedAt === undefined) return true;
  await store.commit(store.hooks.replace(changed(hook, clock.now(), { isActive: false, ...UNCONFIRMED })));
  return true;
}
