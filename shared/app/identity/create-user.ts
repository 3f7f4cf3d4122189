import { newRecord, type RecordBase } from '#shared/domain/_core/record';
import type { User } from '#shared/domain/identity/user';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { Invalid } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'users' | 'commit'>; clock: Clock; ids: Ids };
export type NewUser = Omit<User, keyof RecordBase | 'isActive'>;

/** Staff creates users who do not sign in through OIDC. Throws Invalid when the username is taken. */
export async function createUser({ store, clock, ids }: Deps, caller: Caller, input: NewUser): Promise<User> {
  assertPermitted(caller, 'user.create');
  if ((await store.users.findByUsername(input.username)) !== undefined) {
    throw new Invalid({ username: ['A user with that username already exists.'] });
  }
  const user: User = { ...newRecord(ids.uuid(), clock.now()), ...input, isActive: true };
  await store.commit(store.users.insert(user));
  return user;
}
