import { userOfApiToken } from '../domain/api-token.ts';
import type { Caller } from '../domain/caller.ts';
import { parseUuid, type Uuid } from '../domain/identifier.ts';
import { newRecord } from '../domain/record.ts';
import type { User } from '../domain/user.ts';
import { isValidAt } from '../domain/validity.ts';
import { Conflict, Invalid, Unauthenticated } from '../errors.ts';
import type { Identity, IdentityTokens } from '../ports/identity.ts';
import type { Clock, Ids } from '../ports/runtime.ts';
import type { Access, Store } from '../ports/store.ts';
import { hashToken } from './hash-token.ts';

export type AuthenticateDeps = {
  store: Pick<Store, 'users' | 'access' | 'commit'>;
  clock: Clock;
  ids: Ids;
  /** Absent when the stage has no OIDC issuer. */
  identityTokens?: IdentityTokens | undefined;
};

const isJwt = (token: string): boolean => token.split('.').length === 3;
const invalidToken = () => new Unauthenticated('Invalid token.');

type Bearer = Access & { user: User };

/** A user who may come in. */
function demandActive(access: Access): Bearer {
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
  if (found === undefined) throw invalidToken();
  if (!isValidAt(found, clock.now())) throw new Unauthenticated('Token has expired.');
  return demandActive(access);
}

/** A name somebody else has is never taken as proof of being them: the newcomer gets a name of their own. */
async function freeUsername({ store, ids }: AuthenticateDeps, wanted: string): Promise<string> {
  return (await store.users.findByUsername(wanted)) === undefined ? wanted : `${wanted}-${ids.uuid().slice(0, 8)}`;
}

async function makeUser(deps: AuthenticateDeps, identity: Identity): Promise<Uuid> {
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
  return user.uuid;
}

/** Two first calls of one person race; the loser, refused for the link or the name, finds what the winner wrote. */
async function userOfIdentity(deps: AuthenticateDeps, identity: Identity): Promise<Uuid> {
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

async function accessByToken(deps: AuthenticateDeps, token: string): Promise<Bearer> {
  if (!isJwt(token)) return accessByApiToken(deps, token);
  if (deps.identityTokens === undefined) throw invalidToken();
  const userUuid = await userOfIdentity(deps, await deps.identityTokens.verify(token));
  return demandActive(await deps.store.access.of(userUuid));
}

async function impersonated({ store }: AuthenticateDeps, bearer: Bearer, asUuid: string | undefined): Promise<Bearer> {
  const uuid = bearer.user.isStaff && asUuid !== undefined ? parseUuid(asUuid) : undefined;
  if (uuid === undefined) return bearer;
  const { user, ...rest } = await store.access.of(uuid);
  return user?.isActive ? { ...rest, user } : bearer;
}

/**
 * Who calls: by API token (its hash) or OIDC access token (issuer and subject; made at first sight).
 * Staff may act as another user; a bad or unknown uuid there is ignored (waldur-http.md "Authentication").
 * Throws Unauthenticated.
 */
export async function authenticate(deps: AuthenticateDeps, token: string, asUuid?: string): Promise<Caller> {
  const bearer = await accessByToken(deps, token);
  const { user, grants } = await impersonated(deps, bearer, asUuid);
  const now = deps.clock.now();
  return { user, grants: grants.filter((grant) => isValidAt(grant, now)) };
}
