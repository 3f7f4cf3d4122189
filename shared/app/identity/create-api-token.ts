import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { ALL_SCOPES, type ApiToken, apiTokenText, type TokenScope } from '#shared/domain/identity/api-token';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { Invalid, noMatch, noObject } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { hashToken } from './hash-token.ts';
import { commitInSlot, slotGivenBack } from './user-slots.ts';

type Deps = {
  store: Pick<Store, 'users' | 'apiTokens' | 'userSlots' | 'commit'>;
  site: SiteSettings;
  clock: Clock;
  ids: Ids;
};
export type NewApiToken = {
  userUuid?: Uuid | undefined;
  name: string;
  /** Scopes of the token. By default, all scopes. */
  scopes?: readonly TokenScope[] | undefined;
  expiresAt?: string | undefined;
};

/**
 * Creates a token. Its text is returned once and not stored. Staff may create tokens for other users. Throws Invalid
 * for wrong input, and when the user has too many tokens.
 */
export async function createApiToken(
  deps: Deps,
  caller: Caller,
  { userUuid = caller.user.uuid, name, scopes = ALL_SCOPES, expiresAt }: NewApiToken,
): Promise<{ apiToken: ApiToken; token: string }> {
  const { store, clock, ids } = deps;
  if (userUuid !== caller.user.uuid) assertPermitted(caller, 'api_token.create_for_others');
  if ((await store.users.find(userUuid)) === undefined) throw noObject('user');
  if (expiresAt !== undefined && expiresAt <= clock.now().toISOString()) {
    throw new Invalid({ expires_at: ['Cannot be earlier than the current date.'] });
  }
  const token = apiTokenText(userUuid, ids.token());
  const base = newRecord(ids.uuid(), clock.now());
  const apiToken: ApiToken = { ...base, userUuid, name, hash: hashToken(token), scopes: [...scopes], expiresAt };
  const place = { userUuid, of: 'api-token' as const, holder: apiToken.uuid, expiresAt };
  await commitInSlot(deps, place, store.apiTokens.insert(apiToken));
  return { apiToken, token };
}

/** Revokes one of the caller's tokens. From now on Paddock refuses requests with this token. */
export async function deleteApiToken({ store }: Pick<Deps, 'store'>, caller: Caller, uuidText: string): Promise<void> {
  const uuid = parseUuid(uuidText);
  const own = await store.apiTokens.listByUser(caller.user.uuid);
  const found = own.find((token) => token.uuid === uuid);
  if (found === undefined) throw noMatch('ApiToken');
  const place = { userUuid: caller.user.uuid, of: 'api-token' as const, holder: found.uuid };
  await store.commit(store.apiTokens.remove(found), ...(await slotGivenBack(store, place)));
}
