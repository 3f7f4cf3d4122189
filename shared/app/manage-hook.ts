import type { Caller } from '../domain/caller.ts';
import { type Hook, type HookType, mayUseHook, UNTROUBLED } from '../domain/hook/hook.ts';
import { changed } from '../domain/record.ts';
import { secretName } from '../domain/secret-name.ts';
import { demandHook, type HookDeps, type HookFields } from './create-hook.ts';
import { getVisible } from './get-visible.ts';

const TITLES: Readonly<Record<HookType, string>> = { web: 'WebHook', email: 'EmailHook' };

/** One of the caller's own. Throws NotFound for anybody else's, staff's too. */
export const getHook = ({ store }: Pick<HookDeps, 'store'>, caller: Caller, type: HookType, uuidText: string) =>
  getVisible(store.hooks, TITLES[type], uuidText, mayUseHook(caller, type));

/** Whoever switches a hook on, or sends it elsewhere, begins anew with it. Throws NotFound and, as `createHook`, Invalid. */
export async function updateHook(
  deps: HookDeps,
  caller: Caller,
  { type, uuidText }: { type: HookType; uuidText: string },
  readFields: () => Partial<HookFields>,
): Promise<Hook> {
  const { store, site, clock } = deps;
  const hook = await getHook(deps, caller, type, uuidText);
  const fields = readFields();
  const after = changed(hook, clock.now(), { ...fields, ...UNTROUBLED });
  demandHook(site, after);
  await store.commit(store.hooks.replace(after));
  return after;
}

/** What is on its way to it falls away. Throws NotFound. */
export async function deleteHook(deps: HookDeps, caller: Caller, type: HookType, uuidText: string): Promise<void> {
  const { store, secrets, stage } = deps;
  const hook = await getHook(deps, caller, type, uuidText);
  await store.commit(store.hooks.remove(hook));
  if (type === 'web') await secrets.remove(secretName(stage, 'hook', hook.uuid));
}
