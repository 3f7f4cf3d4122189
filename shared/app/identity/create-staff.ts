import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed, newRecord } from '#shared/domain/_core/record';
import { ALL_SCOPES, apiTokenText } from '#shared/domain/identity/api-token';
import type { User } from '#shared/domain/identity/user';
import { Conflict } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { hashToken } from './hash-token.ts';

type Deps = { store: Pick<Store, 'users' | 'apiTokens' | 'commit'>; clock: Clock; ids: Ids };

export const newStaff = z.object({ username: z.string().trim().min(1).max(128), email: z.email().optional() });
export type NewStaff = z.infer<typeof newStaff>;

/**
 * Creates the first staff user of a stage, or makes an existing user staff, and creates a token for the user.
 * Permissions are not checked, because only operators can invoke this function.
 * @returns the token's text, which is stored nowhere
 * @throws Conflict if the user signs in at the identity provider, where anybody may have chosen the name
 */
export async function createStaff(deps: Deps, input: NewStaff): Promise<{ userUuid: Uuid; token: string }> {
  const { store, clock, ids } = deps;
  const user = await ensureStaff(deps, input);
  const token = apiTokenText(user.uuid, ids.token());
  const base = newRecord(ids.uuid(), clock.now());
  await store.commit(
    store.apiTokens.insert({
      ...base,
      userUuid: user.uuid,
      name: 'create-staff',
      hash: hashToken(token),
      scopes: [...ALL_SCOPES],
    }),
  );
  return { userUuid: user.uuid, token };
}

async function ensureStaff({ store, clock, ids }: Deps, { username, email }: NewStaff): Promise<User> {
  const found = await store.users.findByUsername(username);
  if (found?.identity !== undefined) {
    throw new Conflict(
      `The user ${username} signs in at the identity provider, where anybody may have chosen this name. Use another name, or send PATCH /api/users/${found.uuid}/ as staff.`,
    );
  }
  if (found?.isStaff && found.isActive) return found;
  if (found) {
    const promoted = changed(found, clock.now(), { isStaff: true, isActive: true });
    await store.commit(store.users.replace(promoted));
    return promoted;
  }
  const user: User = {
    ...newRecord(ids.uuid(), clock.now()),
    username,
    email: email ?? '',
    firstName: '',
    lastName: '',
    isStaff: true,
    isSupport: false,
    isActive: true,
  };
  await store.commit(store.users.insert(user));
  return user;
}
