import { beforeEach, describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import type { Store } from '#shared/ports/store';
import { aKeycloakGroup, aMembership, aRoleTemplate } from '#test/builders/access-builders';
import { aCluster, aUuid, CREATED } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { recordCalls } from './record-calls.ts';

let given: TestStore;
let store: Store;
beforeEach(async () => {
  given = await newStore();
  ({ store } = given);
});
const now = new Date(CREATED);
const everything = { visibility: 'all' } as const;
const firstPage = { page: 1, pageSize: 10 };

describe('groups', () => {
  test('of a cluster and of a provider are found by one strongly consistent query each, without their neighbours', async () => {
    const [settingsUuid, clusterUuid] = [aUuid(), aUuid()];
    const owners = aKeycloakGroup({ settingsUuid, clusterUuid });
    const members = aKeycloakGroup({ settingsUuid, clusterUuid, role: 'cluster-member' });
    const ofAnother = aKeycloakGroup({ settingsUuid });
    await store.commit(...[owners, members, ofAnother, aKeycloakGroup()].map(store.keycloakGroups.insert));
    const calls = recordCalls(given.client);
    const ofCluster = await store.keycloakGroups.listByCluster({ settingsUuid, clusterUuid });
    const ofProvider = await store.keycloakGroups.listByProvider(settingsUuid);
    expect(new Set(ofCluster.map(({ uuid }) => uuid))).toEqual(new Set([owners.uuid, members.uuid]));
    expect(ofProvider).toHaveLength(3);
    const query = { name: 'QueryCommand', input: { ConsistentRead: true } };
    expect(calls).toMatchObject([query, query]);
  });

  test('one is found by its uuid, and by where it is', async () => {
    const group = aKeycloakGroup();
    await store.commit(store.keycloakGroups.insert(group));
    expect(await store.keycloakGroups.findByUuid(group.uuid)).toEqual(group);
    expect(await store.keycloakGroups.get(group)).toEqual(group);
    await expect(store.keycloakGroups.get({ ...group, uuid: aUuid() })).rejects.toThrow('No KeycloakGroup matches');
  });

  test('there is one for each role and scope; when it has gone there may be another', async () => {
    const group = aKeycloakGroup();
    const again = { ...group, uuid: aUuid() };
    await store.commit(store.keycloakGroups.insert(group));
    await expect(store.commit(store.keycloakGroups.insert(again))).rejects.toMatchObject({ name: 'Conflict' });
    await store.commit(store.keycloakGroups.remove(group));
    await store.commit(store.keycloakGroups.insert(again));
    expect((await store.keycloakGroups.list(everything, firstPage)).total).toBe(1);
  });
});

describe('memberships', () => {
  test('of a group, a cluster, a provider are listed; one is found by its uuid at once', async () => {
    const group = aKeycloakGroup();
    const [olga, mia] = [aMembership(group), aMembership(group, { username: 'mia' })];
    const elsewhere = aMembership(aKeycloakGroup({ settingsUuid: group.settingsUuid }));
    await store.commit(...[olga, mia].map(store.keycloakMemberships.insert));
    await store.commit(store.keycloakMemberships.insert(elsewhere));
    const names = (await store.keycloakMemberships.listByGroup(group)).map(({ username }) => username);
    expect(names.toSorted()).toEqual(['mia', 'olga']);
    expect(await store.keycloakMemberships.listByCluster(group)).toHaveLength(2);
    expect(await store.keycloakMemberships.hasAny(group)).toBe(true);
    expect(await store.keycloakMemberships.hasAny({ ...group, uuid: aUuid() })).toBe(false);
    expect(await store.keycloakMemberships.listByProvider(group.settingsUuid)).toHaveLength(3);
    expect(await store.keycloakMemberships.findByUuid(mia.uuid)).toEqual(mia);
    expect(await store.keycloakMemberships.findByUuid(aUuid())).toBeUndefined();
  });

  test('a user has a role in a scope once, in whatever case the name is written, and in two clusters (S0-132)', async () => {
    const group = aKeycloakGroup();
    const membership = aMembership(group, { username: 'Olga' });
    await store.commit(store.keycloakMemberships.insert(membership));
    const again = aMembership(group, { username: 'olga' });
    await expect(store.commit(store.keycloakMemberships.insert(again))).rejects.toThrow(
      'This keycloak user group membership already exists.',
    );
    await store.commit(store.keycloakMemberships.insert(aMembership(aKeycloakGroup(), { username: 'olga' })));
    await store.commit(store.keycloakMemberships.remove(membership));
    await store.commit(store.keycloakMemberships.insert(again));
  });

  test('those that Keycloak is still to be asked about are listed by provider, the oldest first', async () => {
    const group = aKeycloakGroup();
    const names = ['a', 'b', 'c'];
    const [a, b, c] = names.map((username, index) =>
      aMembership(group, { username, created: new Date(now.getTime() + index * 1000).toISOString() }),
    );
    if (!a || !b || !c) throw new Error('three were made');
    await store.commit(...[c, a, b].map(store.keycloakMemberships.insert));
    const unsettled = async () =>
      (await store.keycloakMemberships.listUnreconciled(group.settingsUuid)).map(({ username }) => username);
    expect(await unsettled()).toEqual(names);
    const active = changed(a, now, { state: 'ACTIVE' });
    await store.commit(store.keycloakMemberships.replace(active));
    expect(await unsettled()).toEqual(['b', 'c']);
    await store.commit(store.keycloakMemberships.replace(changed(active, now, { revokedAt: CREATED })));
    expect(await unsettled()).toEqual(names);
  });

  test('one changed membership is one write, of its row and its event', async () => {
    const membership = aMembership();
    await store.commit(store.keycloakMemberships.insert(membership));
    const calls = recordCalls(given.client);
    await store.commit(store.keycloakMemberships.replace(changed(membership, now, { state: 'ACTIVE' })));
    expect(calls).toEqual([
      { name: 'TransactWriteItemsCommand', input: { TransactItems: [expect.anything(), expect.anything()] } },
    ]);
  });
});

test('roles of a provider’s Rancher are listed by provider, and have the same uuid whenever they are seen', async () => {
  const settingsUuid = aUuid();
  const roles = ['cluster-owner', 'cluster-member'].map((name) => aRoleTemplate({ settingsUuid, name }));
  await store.commit(...[...roles, aRoleTemplate()].map(store.roleTemplates.insert));
  const listed = await store.roleTemplates.listByProvider(settingsUuid);
  expect(listed.map(({ name }) => name)).toEqual(['cluster-member', 'cluster-owner']);
  expect(aRoleTemplate({ settingsUuid, name: 'cluster-member' }).uuid).toBe(listed[0]?.uuid);
  expect(await store.roleTemplates.findByUuid(listed[0]?.uuid ?? '')).toEqual(listed[0]);
});

test('what follows from a cluster is not written when the cluster has changed meanwhile', async () => {
  const cluster = aCluster();
  await store.commit(store.clusters.insert(cluster));
  const write = () => [store.clusters.assertUnchanged(cluster), store.keycloakGroups.insert(aKeycloakGroup())];
  await store.commit(...write());
  await store.commit(store.clusters.replace(changed(cluster, now, { description: 'x' })));
  await expect(store.commit(...write())).rejects.toThrow('Cluster was changed by another request.');
  await expect(store.commit(store.clusters.assertUnchanged(cluster))).rejects.toThrow(
    'Cluster was changed by another request.',
  );
});
