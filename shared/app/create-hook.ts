import type { Caller } from '../domain/caller.ts';
import { demandDestination, type HookRules } from '../domain/hook/destination.ts';
import type { Hook, HookType } from '../domain/hook/hook.ts';
import { newRecord } from '../domain/record.ts';
import { secretName } from '../domain/secret-name.ts';
import { Invalid } from '../errors.ts';
import type { Clock, Ids, Secrets } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

export type HookDeps = {
  store: Pick<Store, 'hooks' | 'commit'>;
  secrets: Pick<Secrets, 'put' | 'remove'>;
  stage: string;
  site: HookRules;
  clock: Clock;
  ids: Ids;
};
export type HookFields = Pick<Hook, 'destination' | 'contentType' | 'eventTypes' | 'eventGroups' | 'isActive'>;

/** Each is a row that every event is held against. */
const MOST_HOOKS = 20;

export function demandHook(
  site: HookRules,
  { type, destination, eventTypes, eventGroups }: HookFields & { type: HookType },
) {
  if (type === 'web') demandDestination(destination, site);
  if (eventTypes.length + eventGroups.length === 0) {
    throw new Invalid({ non_field_errors: ['Please specify at least one event type or event group.'] });
  }
}

/**
 * A hook of the caller's own. A web hook has a secret that its deliveries are signed with: it is returned here, and never again.
 * Throws Invalid for an address that hooks are not delivered to, for nothing to be told of, and for one hook too many.
 */
export async function createHook(
  { store, secrets, stage, site, clock, ids }: HookDeps,
  { user }: Caller,
  type: HookType,
  fields: HookFields,
): Promise<{ hook: Hook; secret: string }> {
  demandHook(site, { type, ...fields });
  if ((await store.hooks.listByUser(user.uuid)).length >= MOST_HOOKS) {
    throw new Invalid({ non_field_errors: [`A user has ${MOST_HOOKS} hooks at most.`] });
  }
  const hook: Hook = { ...newRecord(ids.uuid(), clock.now()), userUuid: user.uuid, type, failures: 0, ...fields };
  const secret = ids.token();
  if (type === 'web') await secrets.put(secretName(stage, 'hook', hook.uuid), JSON.stringify({ secret }));
  await store.commit(store.hooks.insert(hook));
  return { hook, secret };
}
