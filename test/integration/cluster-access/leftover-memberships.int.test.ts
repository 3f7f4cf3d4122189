import { beforeEach, describe, expect, test } from 'vitest';
import { aGrant, aUser } from '#test/builders/builders';
import { accessBedPerFile, isRead, membersOf, refOf } from './access-bed.ts';

const bed = await accessBedPerFile();
const { store, keycloak } = bed;
const realm = keycloak.keycloak;
const pass = () => bed.pass('delete_leftover_keycloak_memberships');
beforeEach(() => {
  bed.asked.length = 0;
});

/** A group with `count` members, in Keycloak and in the store. */
async function granted(count = 2) {
  const group = await bed.group(await bed.cluster());
  await bed.pass('delete_leftover_keycloak_groups');
  const recorded = await store.keycloakGroups.get(refOf(group));
  const people = [];
  for (let number = 0; number < count; number += 1) {
    const user = await keycloak.aUser();
    await realm.addMember(recorded.keycloakId ?? '', user.id);
    await bed.member(recorded, { username: user.username, state: 'ACTIVE', keycloakUserId: user.id });
    people.push(user);
  }
  const names = people.map(({ username }) => username).sort();
  return { group: recorded, groupId: recorded.keycloakId ?? '', people, names };
}
async function rename(user: { id: string } | undefined, username: string | undefined): Promise<void> {
  await keycloak.ask('PUT', '', { editUsernameAllowed: true });
  const { status } = await keycloak.ask('PUT', `/users/${user?.id}`, { username });
  expect(status).toBe(204);
}
const recordedOf = async ({ group }: Awaited<ReturnType<typeof granted>>, username: string) =>
  (await store.keycloakMemberships.listByGroup(refOf(group))).find((it) => it.username === username);

describe('a pass over members', () => {
  test('writes nothing where nothing has changed', async () => {
    await granted();
    bed.asked.length = 0;
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(bed.asked.filter((it) => !isRead(it))).toEqual([]);
    expect(bed.asked.filter((it) => it === 'POST logIn')).toHaveLength(1);
  });

  test('calls who is in already ACTIVE, and keeps the names', async () => {
    const made = await granted(0);
    const { id, username } = await keycloak.aUser();
    await realm.addMember(made.groupId, id);
    await bed.member(made.group, { username });
    await pass();
    expect(await recordedOf(made, username)).toMatchObject({ state: 'ACTIVE', firstName: 'First', lastName: 'Last' });
  });

  test('takes out who is being taken away, though the record is still there', async () => {
    const { group, groupId } = await granted(1);
    const { id, username } = await keycloak.aUser();
    await realm.addMember(groupId, id);
    await bed.member(group, { username, state: 'ACTIVE', revokedAt: '2026-03-01T12:00:00.000Z' });
    await pass();
    expect(await membersOf(bed, group)).not.toContain(username);
  });

  test('ends the memberships of who is deactivated here, in Keycloak at once, and nobody else’s (S0-161)', async () => {
    const made = await granted();
    const [gone = '', staying = ''] = made.names;
    const user = aUser({ username: gone.toUpperCase(), isActive: false });
    await store.commit(store.users.insert(user), store.users.insert(aUser({ username: staying })));
    expect(await pass()).toEqual({ written: 0, removed: 1, failed: 0 });
    expect(await membersOf(bed, made.group)).toEqual([staying]);
    expect(await recordedOf(made, gone)).toMatchObject({ revokedAt: bed.clock.now().toISOString() });
    expect(await recordedOf(made, staying)).not.toHaveProperty('revokedAt');
    const membershipUuid = (await recordedOf(made, gone))?.uuid;
    const { operations } = await store.outbox.listPending(100);
    expect(operations).toContainEqual(expect.objectContaining({ machine: 'reconcile-membership', membershipUuid }));
    await pass();
    expect((await store.outbox.listPending(100)).operations).toHaveLength(operations.length);
  });

  test('keeps a member who has been renamed in Keycloak, and gives nothing to whoever takes the old name', async () => {
    const made = await granted(1);
    const [person] = made.people;
    const renamed = `renamed-${person?.username}`;
    await rename(person, renamed);
    const taker = await keycloak.aUser();
    await rename(taker, person?.username);
    await pass();
    expect(await membersOf(bed, made.group)).toEqual([renamed]);
    await realm.addMember(made.groupId, taker.id);
    expect(await pass()).toMatchObject({ removed: 1 });
    expect(await membersOf(bed, made.group)).toEqual([renamed]);
  });

  test('keeps a membership for its subject when Keycloak deletes the user, whoever has the name then', async () => {
    const made = await granted(1);
    const [person] = made.people;
    await keycloak.ask('DELETE', `/users/${person?.id}`);
    await rename(await keycloak.aUser(), person?.username);
    await pass();
    await bed.pass('sync_keycloak_users');
    expect(await membersOf(bed, made.group)).toEqual([]);
    expect(await recordedOf(made, person?.username ?? '')).toMatchObject({
      state: 'PENDING',
      keycloakUserId: person?.id,
    });
  });

  test('ends the access of who has no role any more, by subject, and leaves who never had one', async () => {
    const made = await granted(2);
    const [person, guest] = made.people;
    const issuer = `${keycloak.backend.url}/realms/${keycloak.realm}`;
    const signedIn = aUser({ username: `${person?.username}-1a2b3c4d` });
    const { customerUuid, projectUuid } = made.group;
    const at = { scopeType: 'project', scopeUuid: projectUuid, customerUuid, role: 'PROJECT.MEMBER' } as const;
    const grant = aGrant({ userUuid: signedIn.uuid, ...at });
    await store.commit(
      store.users.insert(signedIn),
      store.users.linkIdentity(issuer, person?.id ?? '', signedIn.uuid),
      store.grants.insert(grant),
    );
    expect(await pass()).toMatchObject({ removed: 0 });
    expect(await recordedOf(made, person?.username ?? '')).toMatchObject({ userUuid: signedIn.uuid });
    await store.commit(store.grants.remove(grant));
    expect(await pass()).toEqual({ written: 0, removed: 1, failed: 0 });
    expect(await membersOf(bed, made.group)).toEqual([guest?.username]);
    expect(await recordedOf(made, person?.username ?? '')).toHaveProperty('revokedAt');
  });

  test('skips a group that Keycloak does not have any more, and repairs the others', async () => {
    const [lost, other] = [await granted(), await granted()];
    await realm.deleteGroup(lost.groupId);
    await realm.addMember(other.groupId, (await keycloak.aUser()).id);
    expect(await pass()).toMatchObject({ removed: 1, failed: 1 });
    expect(await membersOf(bed, other.group)).toEqual(other.names);
  });

  test('that would take out too many takes out nobody, and says so', async () => {
    for (const membership of await store.keycloakMemberships.listByProvider(bed.provider.uuid)) {
      await store.commit(store.keycloakMemberships.remove(membership));
    }
    const { group, names } = await granted(12);
    for (const membership of await store.keycloakMemberships.listByGroup(refOf(group))) {
      await store.commit(store.keycloakMemberships.remove(membership));
    }
    expect(await pass()).toMatchObject({ removed: 0, stopped: { removals: expect.any(Number) } });
    expect(await membersOf(bed, group)).toEqual(names);
  });
});
