import { newRecord } from '#shared/domain/_core/record';
import { ALL_SCOPES, type ApiToken, apiTokenText, sessionName } from '#shared/domain/identity/api-token';
import type { Caller } from '#shared/domain/organizations/caller';
import { Conflict, Unauthenticated } from '#shared/errors';
import type { Identity, IdentityProvider } from '#shared/ports/identity';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { followClaims, userOfIdentity } from './authenticate.ts';
import { hashToken } from './hash-token.ts';
import { mailNewToken } from './mail-new-token.ts';
import { slotGivenBack } from './user-slots.ts';

export type Session = { token: string; expiresAt: string };
const HOUR_MS = 3_600_000;

/** How a user signs in. The program and its address are those of the call that gets the session. */
export type SignedInBy = SigningIn & { by: 'browser' | 'device' };
export type SigningIn = { userAgent: string | undefined; sourceIp: string | undefined };

/**
 * Creates an API token that is valid for a few hours, for a user who has signed in, and informs the user by e-mail. The
 * user can list and revoke this token like other tokens. Paddock names it, because the call may be an attacker's whose
 * code the user has confirmed. Throws Unauthenticated when the user is not active.
 */
export async function openSession(
  deps: Pick<SignInDeps, 'store' | 'clock' | 'ids' | 'sessionHours'>,
  identity: Identity,
  { by, userAgent, sourceIp }: SignedInBy,
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
    name: sessionName(by, { userAgent, sourceIp }),
    session: { by, authenticatedAt: identity.authenticatedAt },
    hash: hashToken(token),
    scopes: [...ALL_SCOPES],
    expiresAt,
  };
  await store.commit(store.apiTokens.insert(apiToken), ...mailNewToken(deps, user, apiToken));
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
  store: Pick<
    Store,
    'users' | 'access' | 'apiTokens' | 'userSlots' | 'signIns' | 'badCredentials' | 'mails' | 'commit'
  >;
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
