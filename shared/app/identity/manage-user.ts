import { changed, newRecord, type RecordBase } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { User } from '#shared/domain/identity/user';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { type FieldErrors, Invalid, NotAllowed } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';

type Deps = { store: Pick<Store, 'users' | 'commit'>; clock: Clock };
export type UserChange = Partial<
  Pick<User, 'username' | 'email' | 'firstName' | 'lastName' | 'isStaff' | 'isSupport' | 'isActive'>
>;

/**
 * Fields that only staff may change, by their names in the request body. The e-mail address is one of these fields,
 * because it decides which invitations a user can accept.
 */
const STAFFS = { email: 'email', is_staff: 'isStaff', is_support: 'isSupport', is_active: 'isActive' } as const;
const LOCKING = { is_staff: 'isStaff', is_active: 'isActive' } as const;

const fieldsIn = (table: Readonly<Record<string, keyof UserChange>>, before: User, change: UserChange): string[] =>
  Object.entries(table).flatMap(([name, field]) =>
    change[field] !== undefined && change[field] !== before[field] ? [name] : [],
  );
const errorsOf = (fields: readonly string[], text: string): FieldErrors =>
  Object.fromEntries(fields.map((field) => [field, [text]]));

/**
 * Throws Invalid for fields that the caller is not allowed to change. The current value of a field is always allowed,
 * because web forms also send fields that were not edited.
 */
function assertChangeable({ user, user: { isStaff } }: Caller, before: User, change: UserChange): void {
  const errors = {
    ...(change.username !== undefined &&
      change.username !== before.username && { username: ['A username cannot be changed.'] }),
    ...(!isStaff && errorsOf(fieldsIn(STAFFS, before, change), 'Only staff may change this.')),
    ...(isStaff &&
      user.uuid === before.uuid &&
      errorsOf(fieldsIn(LOCKING, before, change), 'You cannot change this on your own account.')),
  };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

/**
 * Changes a user. Staff may change every user; others may change only themselves. `read` returns the user or throws
 * NotFound. After a version conflict, `read` is called again. `parseChange` parses the body.
 */
export const updateUser = (
  { store, clock }: Deps,
  caller: Caller,
  read: () => Promise<User>,
  parseChange: () => UserChange,
): Promise<User> =>
  retryOnConflict(async () => {
    const before = await read();
    if (!caller.user.isStaff && caller.user.uuid !== before.uuid) throw new NotAllowed();
    const change = parseChange();
    assertChangeable(caller, before, change);
    const next = changed(before, clock.now(), change);
    if (isSameValue({ ...next, version: before.version, modified: before.modified }, before)) return before;
    await store.commit(store.users.replace(next));
    return next;
  });

type NewUserDeps = { store: Pick<Store, 'users' | 'commit'>; clock: Clock; ids: Ids };
type NewUser = Omit<User, keyof RecordBase | 'isActive'>;

/**
 * Creates a user who does not sign in through OIDC. Only staff may do this. Throws Invalid when the username is taken.
 */
export async function createUser({ store, clock, ids }: NewUserDeps, caller: Caller, input: NewUser): Promise<User> {
  assertPermitted(caller, 'user.create');
  if ((await store.users.findByUsername(input.username)) !== undefined) {
    throw new Invalid({ username: ['A user with that username already exists.'] });
  }
  const user: User = { ...newRecord(ids.uuid(), clock.now()), ...input, isActive: true };
  await store.commit(store.users.insert(user));
  return user;
}
