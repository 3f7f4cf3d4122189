import type { Caller } from '../domain/caller.ts';
import { demand } from '../domain/permission.ts';
import { newRecord, type RecordBase } from '../domain/record.ts';
import type { User } from '../domain/user.ts';
import { Invalid } from '../errors.ts';
import type { Clock, Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

type Deps = { store: Pick<Store, 'users' | 'commit'>; clock: Clock; ids: Ids };
export type NewUser = Omit<User, keyof RecordBase | 'isActive'>;

/** Staff makes users for people who do not come through OIDC. Throws Invalid when the username is taken. */
export async function createUser({ store, clock, ids }: Deps, caller: Caller, input: NewUser): Promise<User> {
  demand(caller, 'user.create');
  if ((await store.users.findByUsername(input.username)) !== undefined) {
    throw new Invalid({ username: ['A user with that username already exists.'] });
  }
  const user: User = { ...newRecord(ids.uuid(), clock.now()), ...input, isActive: true };
  await store.commit(store.users.insert(user));
  return user;
}
