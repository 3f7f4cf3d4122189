import { newRecord } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { type HookRules, parseDestination } from '#shared/domain/hooks/destination';
import type { Hook, HookType } from '#shared/domain/hooks/hook';
import { newHookSecret } from '#shared/domain/hooks/new-hook-secret';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import type { Clock, Ids, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { countUnconfirmedMail } from '../_core/count-unconfirmed-mail.ts';
import { commitInSlot } from '../identity/user-slots.ts';
import { mailConfirmation } from './confirm-hook.ts';
import { sealSecret } from './hook-secret.ts';
import { readKeyRing } from './read-key-ring.ts';

export type HookDeps = {
  store: Pick<Store, 'hooks' | 'userSlots' | 'mails' | 'mailCounts' | 'commit'>;
  secrets: Secrets;
  stage: string;
  site: SiteSettings;
  clock: Clock;
  ids: Ids;
};
export type HookFields = Pick<Hook, 'destination' | 'contentType' | 'eventTypes' | 'eventGroups' | 'isActive'>;

export function assertHookAllowed(
  site: HookRules,
  { type, destination, eventTypes, eventGroups }: HookFields & { type: HookType },
) {
  if (type === 'web') parseDestination(destination, site);
  if (eventTypes.length + eventGroups.length === 0) {
    throw new Invalid({ non_field_errors: ['Please specify at least one event type or event group.'] });
  }
}

/**
 * Creates a hook of the caller. A web hook gets a secret that signs its deliveries; it is returned here only. For an
 * e-mail hook the address has to be confirmed first (`confirm-hook.ts`). Throws Invalid for an address that hooks may
 * not use, for a hook without events and for one hook too many.
 */
export async function createHook(
  deps: HookDeps,
  { user }: Caller,
  type: HookType,
  fields: HookFields,
): Promise<{ hook: Hook; secret: string }> {
  const { store, site, clock, ids } = deps;
  assertHookAllowed(site, { type, ...fields });
  const hook: Hook = { ...newRecord(ids.uuid(), clock.now()), userUuid: user.uuid, type, failures: 0, ...fields };
  const secret = newHookSecret(ids.token());
  if (type === 'web') hook.sealedSecret = sealSecret(await readKeyRing(deps, 'hook-key'), hook.uuid, secret);
  else await countUnconfirmedMail(deps, user.uuid, hook.destination);
  const place = { userUuid: user.uuid, of: 'hook' as const, holder: hook.uuid };
  await commitInSlot(
    deps,
    place,
    store.hooks.insert(hook),
    ...(type === 'email' ? [mailConfirmation(deps, hook)] : []),
  );
  return { hook, secret };
}
