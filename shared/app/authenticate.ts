import type { Caller } from '../domain/caller.ts';
import { parseUuid } from '../domain/identifier.ts';
import { newRecord } from '../domain/record.ts';
import type { User } from '../domain/user.ts';
import { isValidAt } from '../domain/validity.ts';
import { Conflict, Invalid, Unauthenticated } from '../errors.ts';
import type { Identity, IdentityTokens } from '../ports/identity.ts';
import type { Clock, Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { hashToken } from './hash-token.ts';

export type AuthenticateDeps = {
  store: Pick<Store, 'users' | 'apiTokens' | 'grants' | 'commit'>;
  clock: Clock;
  ids: Ids;
  /** Absent when the stage has no OIDC issuer. */
  identityTokens?: IdentityTokens | undefined;
};

const isJwt = (token: string): boolean => token.split('.').length === 3;
const invalidToken = () => new Unauthenticated('Invalid token.');

async function userOfApiToken({ store, clock }: AuthenticateDeps, token: string): Promise<User> {
  const found = await store.apiTokens.findByHash(hashToken(token));
  if (found === undefined) throw invalidToken();
  if (!isValidAt(found, clock.now())) throw new Unauthenticated('Token has expired.');
  const user = await store.users.find(found.userUuid);
  if (user === undefined) throw new Unauthenticated('User inactive or deleted.');
  return user;
}

/** A name somebody else has is never taken as proof of being them: the newcomer gets a name of their own. */
async function freeUsername({ store, ids }: AuthenticateDeps, wanted: string): Promise<string> {
  return (await store.users.findByUsername(wanted)) === undefined ? wanted : `${wanted}-${ids.uuid().slice(0, 8)}`;
}

async function makeUser(deps: AuthenticateDeps, identity: Identity): Promise<User> {
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
  };
  await deps.store.commit(deps.store.users.insert(user), deps.store.users.linkIdentity(issuer, subject, user.uuid));
  return user;
}

/** Two first calls of one person race; the loser, refused for the link or the name, finds what the winner wrote. */
async function userOfIdentity(deps: AuthenticateDeps, identity: Identity): Promise<User> {
  const find = () => deps.store.users.findByIdentity(identity.issuer, identity.subject);
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

async function userOfToken(deps: AuthenticateDeps, token: string): Promise<User> {
  if (!isJwt(token)) return userOfApiToken(deps, token);
  if (deps.identityTokens === undefined) throw invalidToken();
  return userOfIdentity(deps, await deps.identityTokens.verify(token));
}

async function impersonated({ store }: AuthenticateDeps, user: User, asUuid: string | undefined): Promise<User> {
  const uuid = user.isStaff && asUuid !== undefined ? parseUuid(asUuid) : undefined;
  const other = uuid === undefined ? undefined : await store.users.find(uuid);
  return other?.isActive ? other : user;
}

/**
 * Who calls: by API token (its hash) or OIDC access token (issuer and subject; made at first sight).
 * Staff may act as another user; a bad or unknown uuid there is ignored (waldur-http.md "Authentication").
 * Throws Unauthenticated.
 */
export async function authenticate(deps: AuthenticateDeps, token: string, asUuid?: string): Promise<Caller> {
  const bearer = await userOfToken(deps, token);
  if (!bearer.isActive) throw new Unauthenticated('User inactive or deleted.');
  const user = await impersonated(deps, bearer, asUuid);
  const now = deps.clock.now();
  const grants = await deps.store.grants.listByUser(user.uuid);
  return { user, grants: grants.filter((grant) => isValidAt(grant, now)) };
}
