import { changed, newRecord } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { isSameOrigin } from '#shared/domain/_core/values/same-origin';
import { type HookRules, parseDestination } from '#shared/domain/hooks/destination';
import {
  type Hook,
  type HookType,
  mayUseHook,
  newHookSecret,
  UNCONFIRMED,
  UNTROUBLED,
} from '#shared/domain/hooks/hook';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertMayMint } from '#shared/domain/organizations/permission';
import { Invalid } from '#shared/errors';
import type { Clock, Ids, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { countUnconfirmedMail } from '../_core/count-unconfirmed-mail.ts';
import { getVisible } from '../_core/get-visible.ts';
import { readKeyRing } from '../_core/key-ring.ts';
import { commitInSlot, slotGivenBack } from '../identity/user-slots.ts';
import { mailConfirmation } from './confirm-hook.ts';
import { sealSecret } from './hook-secret.ts';

const TITLES: Readonly<Record<HookType, string>> = { web: 'WebHook', email: 'EmailHook' };

/** Finds a hook of the caller. Throws NotFound for another user's hook, even if the caller is staff. */
export const getHook = ({ store }: Pick<HookDeps, 'store'>, caller: Caller, type: HookType, uuidText: string) =>
  getVisible(store.hooks, TITLES[type], uuidText, mayUseHook(caller, type));

/**
 * Changes a hook. Switching a hook on or changing its address resets the count of failures. A new e-mail address has to
 * be confirmed. If a web hook moves to another server, it gets a new secret, which only this call returns: the earlier
 * receiver knows the earlier secret, and could sign deliveries to the new one. Throws NotFound, and Invalid as
 * `createHook` does.
 */
export async function updateHook(
  deps: HookDeps,
  caller: Caller,
  { type, uuidText }: { type: HookType; uuidText: string },
  readFields: () => Partial<HookFields>,
): Promise<{ hook: Hook; secret?: string }> {
  const { store, site, clock, ids } = deps;
  const hook = await getHook(deps, caller, type, uuidText);
  const fields = readFields();
  const isMoved = type === 'email' && (fields.destination ?? hook.destination) !== hook.destination;
  const next = changed(hook, clock.now(), { ...fields, ...UNTROUBLED, ...(isMoved && UNCONFIRMED) });
  assertHookAllowed(site, next);
  const hasNewReceiver = type === 'web' && !isSameOrigin(next.destination, hook.destination);
  const secret = hasNewReceiver ? newHookSecret(ids.token()) : undefined;
  const after = secret === undefined ? next : await withSecret(deps, next, secret);
  if (isMoved) await countUnconfirmedMail(deps, caller.user.uuid, after.destination);
  await store.commit(store.hooks.replace(after), ...(isMoved ? [mailConfirmation(deps, after)] : []));
  return { hook: after, ...(secret !== undefined && { secret }) };
}

const withSecret = async (deps: Pick<HookDeps, 'secrets' | 'stage'>, hook: Hook, secret: string): Promise<Hook> => ({
  ...hook,
  sealedSecret: sealSecret(await readKeyRing(deps, 'hook-key'), hook.uuid, secret),
});

/**
 * Sends the confirmation e-mail again. Throws NotFound. Throws Invalid when the address is already confirmed or too
 * many e-mails were sent.
 */
export async function sendConfirmation(deps: HookDeps, caller: Caller, uuidText: string): Promise<void> {
  const { store } = deps;
  const hook = await getHook(deps, caller, 'email', uuidText);
  if (hook.confirmedAt !== undefined) throw new Invalid(['The address is already confirmed.']);
  await countUnconfirmedMail(deps, caller.user.uuid, hook.destination);
  await store.commit(mailConfirmation(deps, hook));
}

/** Deletes a hook. Its pending deliveries are dropped. Throws NotFound. */
export async function deleteHook(deps: HookDeps, caller: Caller, type: HookType, uuidText: string): Promise<void> {
  const { store, secrets, stage } = deps;
  const hook = await getHook(deps, caller, type, uuidText);
  const place = { userUuid: hook.userUuid, of: 'hook' as const, holder: hook.uuid };
  await store.commit(store.hooks.remove(hook), ...(await slotGivenBack(store, place)));
  // The secret of a hook is in the secret store only if an older release created the hook. For all other
  // hooks, the removal changes nothing.
  if (type === 'web') await secrets.remove(secretName(stage, 'hook', hook.uuid));
}

export type HookDeps = {
  store: Pick<Store, 'hooks' | 'userSlots' | 'mails' | 'mailCounts' | 'commit'>;
  secrets: Secrets;
  stage: string;
  site: SiteSettings;
  clock: Clock;
  ids: Ids;
};
export type HookFields = Pick<Hook, 'destination' | 'contentType' | 'eventTypes' | 'eventGroups' | 'isActive'>;

function assertHookAllowed(
  site: HookRules,
  { type, destination, eventTypes, eventGroups }: HookFields & { type: HookType },
) {
  if (type === 'web') parseDestination(destination, site);
  if (eventTypes.length + eventGroups.length === 0) {
    throw new Invalid({ non_field_errors: ['Please specify at least one event type or event group.'] });
  }
}

/**
 * Creates a hook of the caller. A web hook gets a secret that signs its deliveries; only this call returns the secret.
 * The address of an e-mail hook has to be confirmed first (`confirm-hook.ts`). Throws Invalid for an address that is
 * forbidden for hooks, for a hook without events, and when the user has too many hooks.
 */
export async function createHook(
  deps: HookDeps,
  caller: Caller,
  type: HookType,
  fields: HookFields,
): Promise<{ hook: Hook; secret: string }> {
  const { store, site, clock, ids } = deps;
  const { user } = caller;
  assertMayMint(caller, 'hook.create');
  assertHookAllowed(site, { type, ...fields });
  const made: Hook = { ...newRecord(ids.uuid(), clock.now()), userUuid: user.uuid, type, failures: 0, ...fields };
  const secret = newHookSecret(ids.token());
  const hook = type === 'web' ? await withSecret(deps, made, secret) : made;
  if (type === 'email') await countUnconfirmedMail(deps, user.uuid, hook.destination);
  const place = { userUuid: user.uuid, of: 'hook' as const, holder: hook.uuid };
  await commitInSlot(
    deps,
    place,
    store.hooks.insert(hook),
    ...(type === 'email' ? [mailConfirmation(deps, hook)] : []),
  );
  return { hook, secret };
}
