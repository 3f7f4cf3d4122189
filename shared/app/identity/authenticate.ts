import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { changed, isValidAt, newRecord } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { type ApiToken, isUseWorthKeeping, lastUsedSince, userOfApiToken } from '#shared/domain/identity/api-token';
import type { User } from '#shared/domain/identity/user';
import type { Caller } from '#shared/domain/organizations/caller';
import { Conflict, Invalid, Unauthenticated, UnknownCredential } from '#shared/errors';
import type { Identity, IdentityTokens } from '#shared/ports/identity';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Access, Store } from '#shared/ports/store';
import { hashToken } from './hash-token.ts';

export type AuthenticateDeps = {
  store: Pick<Store, 'users' | 'access' | 'commit'>;
  clock: Clock;
  ids: Ids;
  /** Checks OIDC access tokens. Undefined when the stage has no OIDC issuer. */
  identityTokens?: IdentityTokens | undefined;
};

/** The error for an invalid token. `user` is the user that the token names, if there is one. */
const invalidToken = (user?: User) => new UnknownCredential('Invalid token.', { userUuid: user?.uuid });

type Bearer = Access & { user: User; impersonator?: User; token?: ApiToken; endsAt?: string | undefined };

function assertActive(access: Access): Bearer {
  const { user } = access;
  if (!user?.isActive) throw new Unauthenticated('User inactive or deleted.');
  return { ...access, user };
}

async function accessByApiToken({ store, clock }: AuthenticateDeps, token: string): Promise<Bearer> {
  const userUuid = userOfApiToken(token);
  if (userUuid === undefined) throw invalidToken();
  const access = await store.access.of(userUuid);
  const hash = hashToken(token);
  const found = access.tokens.find((one) => one.hash === hash);
  if (found === undefined) throw invalidToken(access.user);
  if (!isValidAt(found, clock.now())) throw new Unauthenticated('Token has expired.');
  return { ...assertActive(access), token: found, endsAt: found.expiresAt };
}

async function accessByToken(deps: AuthenticateDeps, token: string): Promise<Bearer> {
  const isJwt = token.split('.').length === 3;
  if (!isJwt) return accessByApiToken(deps, token);
  if (deps.identityTokens === undefined) throw invalidToken();
  const identity = await deps.identityTokens.verify(token);
  const bearer = assertActive(await deps.store.access.of(await userOfIdentity(deps, identity)));
  return { ...bearer, user: await followClaims(deps, bearer.user, identity), endsAt: identity.expiresAt };
}

async function impersonated({ store }: AuthenticateDeps, bearer: Bearer, asUuid: string | undefined): Promise<Bearer> {
  const uuid = bearer.user.isStaff && asUuid !== undefined ? parseUuid(asUuid) : undefined;
  if (uuid === undefined) return bearer;
  const { user, ...rest } = await store.access.of(uuid);
  return user?.isActive ? { ...bearer, ...rest, user, impersonator: bearer.user } : bearer;
}

/**
 * Finds the caller by API token (its hash) or by OIDC access token (issuer and subject). The first call with an OIDC
 * token creates the user. Staff may act as another user. If that other user does not exist or is not active, the staff
 * user is the caller (docs/spec/waldur-http.md#authentication). Throws Unauthenticated.
 */
export async function authenticate(deps: AuthenticateDeps, token: string, asUuid?: string): Promise<Caller> {
  const bearer = await accessByToken(deps, token);
  const { user, grants, impersonator, token: apiToken, endsAt } = await impersonated(deps, bearer, asUuid);
  const now = deps.clock.now();
  return {
    user,
    grants: grants.filter((grant) => isValidAt(grant, now)),
    ...(impersonator && { impersonator }),
    ...(apiToken && { token: apiToken }),
    ...(endsAt !== undefined && { endsAt }),
  };
}

type Deps = { store: Pick<Store, 'apiTokens'>; clock: Clock };

/**
 * Records when the caller's token was last used, at most once in ten minutes. If several calls do this at the same
 * time, only one of them writes. The API request waits only a short time for this write, and succeeds even if the write
 * fails.
 */
export async function recordTokenUse({ store, clock }: Deps, { token }: Caller): Promise<void> {
  const now = clock.now();
  if (token === undefined || !isUseWorthKeeping(token, now)) return;
  await store.apiTokens.keepUse(token, { now, unlessSince: lastUsedSince(now) });
}

type IdentityDeps = { store: Pick<Store, 'users' | 'commit'>; clock: Clock; ids: Ids };

/**
 * Returns a username that nobody has. A user who already has the wanted name may be another person, so a suffix is
 * added to the name.
 */
async function freeUsername({ store, ids }: IdentityDeps, wanted: string): Promise<string> {
  return (await store.users.findByUsername(wanted)) === undefined ? wanted : `${wanted}-${ids.uuid().slice(0, 8)}`;
}

const linkOf = ({ issuer, subject, username, nameAtProvider = username }: Identity): User['identity'] => ({
  issuer,
  subject,
  username: nameAtProvider,
});

async function makeUser(deps: IdentityDeps, identity: Identity): Promise<Uuid> {
  const { issuer, subject, email, firstName, lastName } = identity;
  const user: User = {
    ...newRecord(deps.ids.uuid(), deps.clock.now()),
    username: await freeUsername(deps, identity.username),
    email,
    firstName,
    lastName,
    isStaff: false,
    isSupport: false,
    isActive: true,
    identity: linkOf(identity),
  };
  await deps.store.commit(deps.store.users.insert(user), deps.store.users.linkIdentity(issuer, subject, user.uuid));
  return user.uuid;
}

/**
 * Finds the user of an OIDC identity, and creates the user at the first call. If two first calls run at the same time,
 * only one can write the user, because identity and name are unique. The other call then reads this user.
 */
export async function userOfIdentity(deps: IdentityDeps, identity: Identity): Promise<Uuid> {
  const find = () => deps.store.users.holderOfIdentity(identity.issuer, identity.subject);
  const known = await find();
  if (known !== undefined) return known;
  try {
    return await makeUser(deps, identity);
  } catch (error) {
    const winner = error instanceof Conflict || error instanceof Invalid ? await find() : undefined;
    if (winner === undefined) throw error;
    return winner;
  }
}

/**
 * Updates the user from the claims of a newer token. An older token of the same person changes nothing, but links a user
 * of an earlier release to the identity. The username never changes, because the row that reserves the name in Paddock
 * contains it. The name at the identity provider is kept beside it.
 */
export async function followClaims(
  { store, clock }: Omit<IdentityDeps, 'ids'>,
  user: User,
  identity: Identity,
): Promise<User> {
  const { email, firstName, lastName, issuedAt } = identity;
  const isNewer = issuedAt !== undefined && issuedAt > user.modified;
  const claims = isNewer ? { email, firstName, lastName } : {};
  const link = isNewer || user.identity === undefined ? { identity: linkOf(identity) } : {};
  const followed = { ...user, ...claims, ...link };
  if (isSameValue(followed, user)) return user;
  const next = changed(user, clock.now(), { ...claims, ...link });
  try {
    await store.commit(store.users.replace(next));
    return next;
  } catch (error) {
    if (error instanceof Conflict) return user; // Another call has just updated the user.
    throw error;
  }
}
