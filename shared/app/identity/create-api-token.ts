import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import {
  ALL_SCOPES,
  type ApiToken,
  apiTokenText,
  isFreshSignIn,
  type TokenScope,
} from '#shared/domain/identity/api-token';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertMayMint, assertPermitted } from '#shared/domain/organizations/permission';
import { Invalid, noMatch, noObject } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { hashToken } from './hash-token.ts';
import { mailNewToken } from './mail-new-token.ts';
import { commitInSlot, slotGivenBack } from './user-slots.ts';

type Deps = {
  store: Pick<Store, 'users' | 'apiTokens' | 'userSlots' | 'mails' | 'commit'>;
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
 * The end of a new token. It is not after the end of the token that creates it, unless the user has just signed in with a
 * browser. Otherwise whoever has got a session for hours, or a token of the identity provider for minutes, would keep
 * access forever.
 * @throws Invalid for an end in the past, or after the caller's own token
 */
function endOf({ token, endsAt }: Caller, wanted: string | undefined, now: Date): string | undefined {
  if (wanted !== undefined && wanted <= now.toISOString()) {
    throw new Invalid({ expires_at: ['Cannot be earlier than the current date.'] });
  }
  if (endsAt === undefined || (token && isFreshSignIn(token, now))) return wanted;
  if (wanted !== undefined && wanted > endsAt) {
    throw new Invalid({
      expires_at: [
        `Cannot be later than ${endsAt}, when your own token ends. Sign in again with a browser, and create the token within five minutes.`,
      ],
    });
  }
  return wanted ?? endsAt;
}

/**
 * Creates a token, and informs the user by e-mail. Its text is returned once and not stored. Staff may create tokens for
 * other users. Throws NotAllowed while staff acts as another user. Throws Invalid for wrong input, and when the user has
 * too many tokens.
 */
export async function createApiToken(
  deps: Deps,
  caller: Caller,
  { userUuid = caller.user.uuid, name, scopes = ALL_SCOPES, expiresAt: wanted }: NewApiToken,
): Promise<{ apiToken: ApiToken; token: string }> {
  const { store, clock, ids } = deps;
  assertMayMint(caller, 'api_token.create');
  if (userUuid !== caller.user.uuid) assertPermitted(caller, 'api_token.create_for_others');
  const user = await store.users.find(userUuid);
  if (user === undefined) throw noObject('user');
  const expiresAt = endOf(caller, wanted, clock.now());
  const token = apiTokenText(userUuid, ids.token());
  const base = newRecord(ids.uuid(), clock.now());
  const apiToken: ApiToken = { ...base, userUuid, name, hash: hashToken(token), scopes: [...scopes], expiresAt };
  const place = { userUuid, of: 'api-token' as const, holder: apiToken.uuid, expiresAt };
  await commitInSlot(deps, place, store.apiTokens.insert(apiToken), ...mailNewToken(deps, user, apiToken));
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
