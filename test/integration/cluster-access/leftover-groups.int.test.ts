import { beforeEach, describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { groupAttributes } from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { aUuid } from '#test/builders/builders';
import { accessBedPerFile, isRead, membersOf, refOf } from './access-bed.ts';

const bed = await accessBedPerFile();
const { store, clock, provider, keycloak } = bed;
const realm = keycloak.keycloak;
const owner = { stage: 'test', settingsUuid: provider.uuid };
const pass = () => bed.pass('delete_leftover_keycloak_groups');
beforeEach(() => {
  bed.asked.length = 0;
});

/** A group with one member. A sync job has created the group in Keycloak. */
async function granted(username = '') {
  const cluster = await bed.cluster();
  const group = await bed.groupWithoutMembers(cluster);
  const user = await keycloak.aUser(username || undefined);
  await bed.member(group, { username: user.username, state: 'ACTIVE', keycloakUserId: user.id });
  await pass();
  return { cluster, group: await store.keycloakGroups.get(refOf(group)), user, parent: `c_${cluster.uuid}` };
}
const forget = async (group: KeycloakGroup) => {
  for (const membership of await store.keycloakMemberships.listByGroup(refOf(group))) {
    await store.commit(store.keycloakMemberships.remove(membership));
  }
  await store.commit(store.keycloakGroups.remove(await store.keycloakGroups.get(refOf(group))));
};

describe('a pass over groups', () => {
  test('makes what is recorded, with our mark, below the cluster’s parent, and writes nothing once it is there (S0-123, S0-124)', async () => {
    const { group, parent } = await granted();
    const found = await realm.findGroupAt(parent, group.name);
    expect(found).toMatchObject({ id: group.keycloakId, attributes: groupAttributes(owner, group.clusterUuid) });
    bed.asked.length = 0;
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(bed.asked.filter((it) => !isRead(it))).toEqual([]);
    expect(bed.asked.filter((it) => it === 'POST logIn')).toHaveLength(1);
  });

  test('makes no group again that everybody is being taken out of, and puts nobody into one who is', async () => {
    const [leaving, staying] = [await granted(), await granted()];
    const [membership] = await store.keycloakMemberships.listByGroup(refOf(leaving.group));
    if (!membership) throw new Error('nobody is in the group');
    const revokedAt = clock.now().toISOString();
    await store.commit(store.keycloakMemberships.replace(changed(membership, clock.now(), { revokedAt })));
    const { id: keycloakUserId, username } = await keycloak.aUser();
    await bed.member(staying.group, { username, state: 'ACTIVE', keycloakUserId, revokedAt });
    for (const { parent } of [leaving, staying]) await realm.deleteGroup((await realm.findGroupAt(parent))?.id ?? '');
    expect(await pass()).toMatchObject({ failed: 0 });
    expect(await realm.findGroupAt(leaving.parent)).toBeUndefined();
    expect(await membersOf(bed, staying.group)).toEqual([staying.user.username]);
  });

  test('does not create a group again that is being deleted: its last membership is gone', async () => {
    const { group, parent } = await granted();
    for (const membership of await store.keycloakMemberships.listByGroup(refOf(group))) {
      await store.commit(store.keycloakMemberships.remove(membership));
    }
    await realm.deleteGroup((await realm.findGroupAt(parent))?.id ?? '');
    await pass();
    expect(await realm.findGroupAt(parent)).toBeUndefined();
  });

  test('removes what nobody needs any more when it was so twice: the group, and the parent that is empty then (S0-116, S0-143)', async () => {
    const { group, parent } = await granted();
    await forget(group);
    expect(await pass()).toMatchObject({ removed: 0 });
    expect(await realm.findGroupAt(parent, group.name)).toBeDefined();
    expect(await pass()).toMatchObject({ removed: 2 });
    expect(await realm.findGroupAt(parent)).toBeUndefined();
  });

  test('lets a parent be that somebody has put something into, and what was put into one of ours', async () => {
    const { group, parent } = await granted();
    const top = await realm.findGroupAt(parent);
    await realm.createChild(group.keycloakId ?? '', { name: 'inside', attributes: {} });
    await realm.createChild(top?.id ?? '', { name: 'beside', attributes: {} });
    await forget(group);
    await pass();
    await pass();
    expect(await realm.findGroupAt(parent, group.name)).toBeDefined();
    expect(await realm.findGroupAt(parent, 'beside')).toBeDefined();
  });

  test.each([
    ['of another name', 'developers', {}],
    ['of our name without our mark', `c_${aUuid()}`, {}],
    ['of our mark with another name', 'operators', groupAttributes(owner, aUuid())],
    ['of a site agent', `project_${aUuid()}_project-member`, {}],
  ])('never touches a group %s (S0-146)', async (_what, name, attributes) => {
    await realm.createTopGroup({ name, attributes });
    for (let passes = 0; passes < 3; passes += 1) await pass();
    expect(await realm.findGroupAt(name)).toBeDefined();
  });

  test('never touches a group of another provider, or of another installation, in the same realm (S0-146)', async () => {
    const names = [];
    for (const other of [
      { ...owner, settingsUuid: aUuid() },
      { ...owner, stage: 'prod' },
    ]) {
      const uuid = aUuid();
      names.push(`c_${uuid}`);
      await realm.createTopGroup({ name: `c_${uuid}`, attributes: groupAttributes(other, uuid) });
    }
    for (let passes = 0; passes < 3; passes += 1) await pass();
    for (const name of names) expect(await realm.findGroupAt(name), name).toBeDefined();
  });

  test('does not take over a group that somebody else has under a name of ours, and makes all others', async () => {
    const [taken, free] = [await bed.cluster(), await bed.cluster()];
    await realm.createTopGroup({ name: `c_${taken.uuid}`, attributes: {} });
    const [blocked, other] = [await bed.group(taken), await bed.group(free)];
    expect(await pass()).toMatchObject({ written: 1, failed: 1 });
    expect(await membersOf(bed, other)).toEqual([]);
    expect(await membersOf(bed, blocked)).toBeUndefined();
    expect(await store.keycloakGroups.get(refOf(blocked))).toMatchObject({ lastError: { owner: 'operator' } });
    expect((await realm.findGroupAt(`c_${taken.uuid}`))?.childCount).toBe(0);
    await forget(blocked);
  });

  test('makes nothing again of a cluster that is being deleted', async () => {
    const { group, cluster } = await granted();
    const leaving = changed(cluster, clock.now(), { state: 'DELETING' });
    await store.commit(store.clusters.replace(leaving));
    await realm.deleteGroup(group.keycloakId ?? '');
    expect(await pass()).toMatchObject({ written: 0, failed: 0 });
    expect(await membersOf(bed, group)).toBeUndefined();
    await forget(group);
  });

  test('adopts the group of an attempt that lost its answer', async () => {
    const cluster = await bed.cluster();
    const group = await bed.group(cluster);
    const top = { name: `c_${cluster.uuid}`, attributes: groupAttributes(owner, cluster.uuid) };
    const parentId = await realm.createTopGroup(top);
    const id = await realm.createChild(parentId, {
      name: group.name,
      attributes: groupAttributes(owner, cluster.uuid),
    });
    await pass();
    expect((await store.keycloakGroups.get(refOf(group))).keycloakId).toBe(id);
  });

  test('that would remove too much removes nothing, says so, and may not the next time either', async () => {
    const made: KeycloakGroup[] = [];
    for (let number = 0; number < 12; number += 1) made.push(await bed.group(await bed.cluster()));
    await pass();
    for (const group of await store.keycloakGroups.listByProvider(provider.uuid)) await forget(group);
    await pass();
    for (let passes = 0; passes < 2; passes += 1) {
      clock.advance(3600);
      expect(await pass()).toMatchObject({ removed: 0, stopped: { allowed: expect.any(Number) } });
    }
    expect(bed.logged.map(({ message }) => message)).toContain('sync would have removed too much');
    for (const group of made) expect(await membersOf(bed, group)).toEqual([]);
  });
});
