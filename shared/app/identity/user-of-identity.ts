import type { Uuid } from '#shared/domain/_core/identifier';
import { changed, newRecord } from '#shared/domain/_core/record';
import type { User } from '#shared/domain/identity/user';
import { Conflict, Invalid } from '#shared/errors';
import type { Identity } from '#shared/ports/identity';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'users' | 'commit'>; clock: Clock; ids: Ids };

/** A name that is taken does not prove that it is the same person: the new user gets another name. */
async function freeUsername({ store, ids }: Deps, wanted: string): Promise<string> {
  return (await store.users.findByUsername(wanted)) === undefined ? wanted : `${wanted}-${ids.uuid().slice(0, 8)}`;
}

async function makeUser(deps: Deps, identity: Identity): Promise<Uuid> {
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

/**
 * The user of an OIDC identity, created at the first call. Of two concurrent first calls one fails on the unique
 * identity or name, and reads what the other wrote.
 */
export async function userOfIdentity(deps: Deps, identity: Identity): Promise<Uuid> {
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
 * Updates the user from newer claims. An older token of the same person changes nothing. The username stays, since
 * claims and groups use it.
 */
export async function followClaims({ store, clock }: Omit<Deps, 'ids'>, user: User, identity: Identity): Promise<User> {
  const { email, firstName, lastName, issuedAt } = identity;
  const isSame = user.email === email && user.firstName === firstName && user.lastName === lastName;
  if (isSame || issuedAt === undefined || issuedAt <= user.modified) return user;
  const followed = changed(user, clock.now(), { email, firstName, lastName });
  try {
    await store.commit(store.users.replace(followed));
    return followed;
  } catch (error) {
    if (error instanceof Conflict) return user; // Another call of the same person was faster.
    throw error;
  }
}
