import { expect, test } from 'vitest';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import { aName } from '#test/contracts/keycloak/keycloak-under-test';
import { accessBedPerFile, groupBindingsOf, isRead, refOf } from './access-bed.ts';

/**
 * Sync jobs that compare the records with Keycloak and Rancher and correct differences (R-9b-W9 in
 * docs/waldur-cases.md).
 */
const JOBS: SyncJob[] = [
  'delete_leftover_keycloak_groups',
  'sync_keycloak_users',
  'delete_leftover_keycloak_memberships',
  'sync_rancher_group_bindings',
];
const bed = await accessBedPerFile();
const { store, clock, keycloak, rancher } = bed;
const { keycloak: realm } = keycloak;

/** Runs all sync jobs once. Returns the changes that they requested, in order. */
async function round(): Promise<string[]> {
  clock.advance(15 * 60);
  bed.asked.length = 0;
  for (const job of JOBS) await bed.pass(job);
  return bed.asked.filter((it) => !isRead(it)).map((it) => it.replace(/^.* /, ''));
}

type World = {
  group: KeycloakGroup;
  groupId: string;
  people: { id: string; username: string }[];
};

/**
 * Gives `count` people the same role in a cluster. Then runs all sync jobs once, so that all changes in Keycloak and
 * Rancher are done.
 */
async function granted(count: number): Promise<World> {
  const group = await bed.groupWithoutMembers(await bed.cluster());
  const people = await Promise.all(Array.from({ length: count }, () => keycloak.aUser()));
  for (const { username } of people) await bed.member(group, { username });
  await round();
  const { keycloakId: groupId = '' } = await store.keycloakGroups.get(refOf(group));
  return { group, groupId, people };
}

async function bindingsOf({ group }: World) {
  const { backendId } = await store.clusters.get(group.clusterUuid);
  return groupBindingsOf(bed, 'cluster', backendId);
}

async function revokeFirst({ group }: World): Promise<void> {
  const [membership] = await store.keycloakMemberships.listByGroup(refOf(group));
  if (membership) await store.commit(store.keycloakMemberships.remove(membership));
}

async function statesOf({ group }: World): Promise<string[]> {
  const memberships = await store.keycloakMemberships.listByGroup(refOf(group));
  return memberships.map(({ state }) => state).sort();
}

type Row = {
  event: string;
  /** How many people have the role before the event. */
  members: number;
  happens: (world: World) => Promise<unknown>;
  rounds: string[][];
  states: string[];
};
const NEW_ROLE = ['createChild', 'createRoleBinding'];
const ROWS: Row[] = [
  {
    event: 'a further membership: into the group',
    members: 1,
    happens: async ({ group }) => bed.member(group, { username: (await keycloak.aUser()).username }),
    rounds: [['addMember'], []],
    states: ['ACTIVE', 'ACTIVE'],
  },
  {
    event: 'a membership of another role: a group and a binding of its own',
    members: 1,
    happens: async ({ group }) => {
      const other = await bed.groupWithoutMembers(await store.clusters.get(group.clusterUuid), 'cluster-member');
      await bed.member(other, { username: aName('unknown') });
    },
    rounds: [NEW_ROLE, []],
    states: ['ACTIVE'],
  },
  {
    event: 'a membership is taken away, others remain: out of the group',
    members: 2,
    happens: revokeFirst,
    rounds: [['removeMember'], []],
    states: ['ACTIVE'],
  },
  {
    event: 'the last is taken away, and its group: no role at once, no group when it was missed twice',
    members: 1,
    happens: async (world) => {
      await revokeFirst(world);
      await store.commit(store.keycloakGroups.remove(await store.keycloakGroups.get(refOf(world.group))));
    },
    rounds: [['deleteRoleBinding'], ['deleteGroup', 'deleteGroup'], []],
    states: [],
  },
  {
    event: 'a user signs in for the first time: into the group, and ACTIVE',
    members: 0,
    happens: async ({ group }) => {
      const username = aName('newcomer');
      await bed.member(group, { username });
      expect(await round(), 'nobody of that name').toEqual(['createTopGroup', 'createChild', 'createRoleBinding']);
      await keycloak.aUser(username);
    },
    rounds: [['addMember'], []],
    states: ['ACTIVE'],
  },
  {
    event: 'a group is removed by hand: it comes back with its members',
    members: 2,
    happens: ({ groupId }) => realm.deleteGroup(groupId),
    rounds: [['createChild', 'addMember', 'addMember'], []],
    states: ['ACTIVE', 'ACTIVE'],
  },
  {
    event: 'a whole tree is removed by hand: it comes back',
    members: 1,
    happens: async ({ group }) =>
      realm.deleteGroup((await realm.findGroupAt(`c_${group.clusterUuid}`))?.id ?? 'no parent'),
    rounds: [['createTopGroup', 'createChild', 'addMember'], []],
    states: ['ACTIVE'],
  },
  {
    event: 'a binding is removed by hand: it comes back',
    members: 1,
    happens: async (world) => {
      for (const { id } of await bindingsOf(world)) await rancher.rancher.deleteRoleBinding('cluster', id);
    },
    rounds: [['createRoleBinding'], []],
    states: ['ACTIVE'],
  },
  {
    event: 'a member is put in by hand: taken out',
    members: 1,
    happens: async ({ groupId }) => realm.addMember(groupId, (await keycloak.aUser()).id),
    rounds: [['removeMember'], []],
    states: ['ACTIVE'],
  },
  {
    event: 'a member is taken out by hand: put back',
    members: 1,
    happens: ({ groupId, people }) => realm.removeMember(groupId, people[0]?.id ?? 'nobody'),
    rounds: [['addMember'], []],
    states: ['ACTIVE'],
  },
  {
    event: 'a user is deleted in Keycloak: PENDING again, as the state says',
    members: 2,
    happens: ({ people }) => keycloak.ask('DELETE', `/users/${people[0]?.id}`),
    rounds: [[], []],
    states: ['ACTIVE', 'PENDING'],
  },
  {
    event: 'a group of ours is bound by hand to another role: not touched',
    members: 1,
    happens: async (world) => {
      const [{ placeId, groupPrincipalId } = { placeId: '', groupPrincipalId: '' }] = await bindingsOf(world);
      await rancher.rancher.createRoleBinding('cluster', {
        ...{ placeId, groupPrincipalId },
        roleTemplateId: 'cluster-member',
      });
    },
    rounds: [[]],
    states: ['ACTIVE'],
  },
  {
    event: 'groups of others come into the realm, also with names like ours: not touched',
    members: 1,
    happens: async () => {
      const other = aName('').padEnd(33, 'd').slice(1);
      await realm.createTopGroup({ name: aName('developers'), attributes: {} });
      const parentId = await realm.createTopGroup({ name: `c_${other}`, attributes: {} });
      await realm.createChild(parentId, { name: `project_${other}_project-member`, attributes: {} });
    },
    rounds: [[], []],
    states: ['ACTIVE'],
  },
];

test('the first membership of a role makes the groups, adds known users, and binds the role (R-9b-W9)', async () => {
  const group = await bed.groupWithoutMembers(await bed.cluster());
  await bed.member(group, { username: (await keycloak.aUser()).username });
  expect([await round(), await round()]).toEqual([
    ['createTopGroup', 'createChild', 'addMember', 'createRoleBinding'],
    [],
  ]);
});

test.each(ROWS.map((row) => [row.event, row] as const))(
  '%s (S0-131, S0-141, S0-143, S0-144, S0-145, S0-146, R-9b-W9)',
  async (_event, row) => {
    const { members, happens, rounds, states } = row;
    const world = await granted(members);
    expect(await round(), 'before, there is nothing to do').toEqual([]);
    await happens(world);
    const seen = [];
    for (const _ of rounds) seen.push(await round());
    expect(seen).toEqual(rounds);
    expect(await statesOf(world)).toEqual(states);
  },
);
