import { newRecord } from '#shared/domain/_core/record';
import { ALL_SCOPES, type ApiToken, apiTokenText } from '#shared/domain/identity/api-token';
import { Unauthenticated } from '#shared/errors';
import type { Identity } from '#shared/ports/identity';
import { hashToken } from './hash-token.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { followClaims, userOfIdentity } from './user-of-identity.ts';

export type Session = { token: string; expiresAt: string };
const HOUR_MS = 3_600_000;

/**
 * An API token of a few hours for a user who has signed in. It is listed and revoked like other tokens. Throws
 * Unauthenticated.
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
