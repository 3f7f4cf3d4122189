import { beforeEach, expect, test } from 'vitest';
import { createStaff } from '#shared/app/identity/create-staff';
import { hashToken } from '#shared/app/identity/hash-token';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aUser } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';

let given: TestStore;
beforeEach(async () => {
  given = await newStore();
});
const create = (username: string, email?: string) =>
  createStaff({ ...given, ids: randomIds }, { username, ...(email !== undefined && { email }) });

test('the first staff user comes with a token of which only the hash is kept', async () => {
  const { userUuid, token } = await create('operator', 'operator@example.org');
  const user = await given.store.users.get(userUuid);
  expect(user).toMatchObject({ username: 'operator', email: 'operator@example.org', isStaff: true, isActive: true });
  const [kept] = await given.store.apiTokens.listByUser(userUuid);
  expect(kept?.hash).toBe(hashToken(token));
  expect(JSON.stringify(kept)).not.toContain(token);
});

test('asking again gives the same user another token', async () => {
  const first = await create('operator');
  const second = await create('operator');
  expect(second.userUuid).toBe(first.userUuid);
  expect(second.token).not.toBe(first.token);
  expect(await given.store.apiTokens.listByUser(first.userUuid)).toHaveLength(2);
});

test('a user of the identity provider does not become staff by having the name', async () => {
  const identity = { issuer: 'https://login.example.org', subject: 'subject-1', username: 'ada' };
  const user = aUser({ username: 'ada', isStaff: false, identity });
  await given.store.commit(given.store.users.insert(user));
  await expect(create('ada')).rejects.toMatchObject({ name: 'Conflict' });
  expect((await given.store.users.get(user.uuid)).isStaff).toBe(false);
  expect(await given.store.apiTokens.listByUser(user.uuid)).toEqual([]);
});

test('a user who is there already becomes staff', async () => {
  const user = aUser({ username: 'ada', isStaff: false });
  await given.store.commit(given.store.users.insert(user));
  const { userUuid } = await create('ada');
  expect(userUuid).toBe(user.uuid);
  expect((await given.store.users.get(userUuid)).isStaff).toBe(true);
});
