import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listProviders } from '#shared/app/providers/list-providers';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { aCluster } from '#test/builders/builders';
import { accessBedPerFile, isRead, membersOf, refOf } from './access-bed.ts';

const bed = await accessBedPerFile();
const { store, clock, keycloak } = bed;
const pass = () => bed.pass('sync_keycloak_users');
const MINUTE = 60;
let next = 0;
const aName = () => `newcomer-${++next}`;

let made: KeycloakGroup;
beforeAll(async () => {
  const cluster = aCluster({ settingsUuid: bed.provider.uuid });
  await store.commit(store.clusters.insert(cluster));
  const group = await bed.group(cluster);
  await bed.pass('delete_leftover_keycloak_groups');
  made = await store.keycloakGroups.get(refOf(group));
});
const stateOf = async (username: string) =>
  (await store.keycloakMemberships.listByGroup(refOf(made))).find((it) => it.username === username);
beforeEach(async () => {
  for (const item of await store.keycloakMemberships.listByGroup(refOf(made))) {
    await store.commit(store.keycloakMemberships.remove(item));
  }
  // The simulator's events use real time, so the test's clock is set to real time.
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  await store.syncJobs.remember(bed.provider.uuid, 'sync_keycloak_users', { suspects: [] });
  bed.asked.length = 0;
});

describe('a pass over those who wait', () => {
  test('adds people who have become users, with one request and the names (S0-131, S0-141, R-9b-W9)', async () => {
    const username = aName();
    await bed.member(made, { username });
    await pass();
    expect(await stateOf(username)).toMatchObject({ state: 'PENDING' });
    await keycloak.aUser(username);
    clock.advance(15 * MINUTE);
    bed.asked.length = 0;
    expect(await pass()).toMatchObject({ written: 1 });
    expect(bed.asked.filter((it) => !isRead(it))).toEqual(['PUT addMember']);
    expect(await stateOf(username)).toMatchObject({ state: 'ACTIVE', firstName: 'First', lastName: 'Last' });
    expect(await membersOf(bed, made)).toContain(username);
  });

  test('asks nothing before the provider’s time has come, and has no one to pass over where nobody waits (S0-293, S1-036)', async () => {
    expect(await listProviders(bed.deps, 'sync_keycloak_users')).toEqual([]);
    await bed.member(made, { username: aName() });
    expect(await listProviders(bed.deps, 'sync_keycloak_users')).toEqual([bed.provider.uuid]);
    await pass();
    bed.asked.length = 0;
    clock.advance(14 * MINUTE);
    await pass();
    expect(bed.asked).toEqual([]);
    clock.advance(MINUTE);
    await pass();
    expect(bed.asked).toContain('GET findUser');
  });

  test('adds people within a minute of their first sign-in, where the realm keeps events', async () => {
    await keycloak.ask('PUT', '/events/config', { eventsEnabled: true, adminEventsEnabled: true });
    const [early, late] = [aName(), aName()];
    for (const username of [early, late]) await bed.member(made, { username });
    await pass();
    await keycloak.aUser(early);
    clock.advance(MINUTE);
    bed.asked.length = 0;
    expect(await pass()).toMatchObject({ written: 1 });
    expect([(await stateOf(early))?.state, (await stateOf(late))?.state]).toEqual(['ACTIVE', 'PENDING']);
    expect(bed.asked).not.toContain('GET findUsers');
  });

  test('removes and forgets members that were revoked while Keycloak could not be asked', async () => {
    const { id, username } = await keycloak.aUser();
    await keycloak.keycloak.addMember(made.keycloakId ?? '', id);
    await bed.member(made, { username, state: 'ACTIVE', keycloakUserId: id, revokedAt: clock.now().toISOString() });
    expect(await pass()).toMatchObject({ removed: 1 });
    expect(await stateOf(username)).toBeUndefined();
    expect(await membersOf(bed, made)).not.toContain(username);
  });

  test('records on a membership why it cannot be added, and adds the others', async () => {
    const lost = await bed.group(await bed.cluster());
    await bed.pass('delete_leftover_keycloak_groups');
    const recorded = await store.keycloakGroups.get(refOf(lost));
    await keycloak.keycloak.deleteGroup(recorded.keycloakId ?? '');
    const [one, other] = [await keycloak.aUser(), await keycloak.aUser()];
    const failing = await bed.member(recorded, { username: one.username });
    await bed.member(made, { username: other.username });
    expect(await pass()).toMatchObject({ written: 1, failed: 1 });
    expect(await stateOf(other.username)).toMatchObject({ state: 'ACTIVE' });
    const failed = async () =>
      (await store.keycloakMemberships.listByGroup(refOf(lost))).find(({ uuid }) => uuid === failing.uuid);
    const kept = await failed();
    expect(kept).toMatchObject({ state: 'PENDING', lastError: { code: 'NOT_FOUND' } });
    clock.advance(15 * MINUTE);
    await pass();
    expect((await failed())?.version, 'the same failure is not written again').toBe(kept?.version);
  });
});
