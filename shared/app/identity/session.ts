import { newRecord } from '#shared/domain/_core/record';
import { ALL_SCOPES, type ApiToken, apiTokenText } from '#shared/domain/identity/api-token';
import type { Caller } from '#shared/domain/organizations/caller';
import { Conflict, Unauthenticated } from '#shared/errors';
import type { Identity, IdentityProvider } from '#shared/ports/identity';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { followClaims, userOfIdentity } from './authenticate.ts';
import { hashToken } from './hash-token.ts';
import { slotGivenBack } from './user-slots.ts';

export type Session = { token: string; expiresAt: string };
const HOUR_MS = 3_600_000;

/**
 * Creates an API token that is valid for a few hours, for a user who has signed in. The user can list and revoke this
 * token like other tokens. Throws Unauthenticated when the user is not active.
 */
export async function openSession(
  deps: Pick<SignInDeps, 'store' | 'clock' | 'ids' | 'sessionHours'>,
  identity: Identity,
  name: string,
): Promise<Session> {
  const { store, clock, ids, sessionHours } = deps;
  const { user } = await store.access.of(await userOfIdentity(deps, identity));
  if (!user?.isActive) throw new Unauthenticated('User inactive or deleted.');
  await followClaims(deps, user, identity);
  const token = apiTokenText(user.uuid, ids.token());
  const expiresAt = new Date(clock.now().getTime() + sessionHours * HOUR_MS).toISOString();
  const base = newRecord(ids.uuid(), clock.now());
  const apiToken: ApiToken = {
    ...base,
    userUuid: user.uuid,
    name,
    hash: hashToken(token),
    scopes: [...ALL_SCOPES],
    expiresAt,
  };
  await store.commit(store.apiTokens.insert(apiToken));
  return { token, expiresAt };
}

/**
 * Revokes the API token of this call. This is the caller's own token, even while staff act as another user. An OIDC
 * access token is not revoked, because it expires by itself.
 */
export async function endSession(
  { store }: { store: Pick<Store, 'apiTokens' | 'userSlots' | 'commit'> },
  { token }: Caller,
): Promise<void> {
  if (token === undefined) return;
  const place = { userUuid: token.userUuid, of: 'api-token' as const, holder: token.uuid };
  await store.commit(store.apiTokens.remove(token), ...(await slotGivenBack(store, place)));
}

export type SignInDeps = {
  store: Pick<Store, 'users' | 'access' | 'apiTokens' | 'userSlots' | 'signIns' | 'badCredentials' | 'commit'>;
  clock: Clock;
  ids: Ids;
  identityProvider?: IdentityProvider | undefined;
  /** URLs to which a browser may be redirected after the sign-in, in addition to the API's own URL. */
  returnUrls: readonly string[];
  /** Lifetime of the token that a sign-in returns. */
  sessionHours: number;
};

export function requireIdentityProvider({ identityProvider }: Pick<SignInDeps, 'identityProvider'>): IdentityProvider {
  if (identityProvider === undefined) throw new Conflict('No identity provider is configured.');
  return identityProvider;
}
