import { expect, test } from 'vitest';
import { z } from 'zod';
import { userOfIdentity } from '#shared/app/identity/authenticate';
import { listMembers } from '#shared/app/identity/list-members';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aGrant, aUser } from '#test/builders/builders';
import { recordingLog } from '../_worlds/recording-log.ts';
import { isKeycloakReal, runProjectMachine, type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

let world: SharedCluster;
let log: ReturnType<typeof recordingLog>;
sharedClusterPerTest((opened) => {
  world = opened;
  log = recordingLog();
});

const sync = (job: 'sync_project_members' | 'sync_project_usages' = 'sync_project_members') =>
  syncProvider(
    {
      ...{ ...world.deps, log, brake: { maxShare: 0.5, always: 10 }, site: DEFAULT_SITE_SETTINGS },
      keptMs: 60_000,
    },
    { job, settingsUuid: world.settingsUuid },
  );
const usernames = async () =>
  (await listMembers(world.market, world.market.projectUuid)).map(({ user }) => user.username).sort();

type Project = ProjectResource & { groups: { parent: string; child: string }; uuid: string };
async function orderOf(offering: { uuid: string }): Promise<{ order: string; resource: string }> {
  const { people, projectUuid: project } = world.market;
  const body = { offering: offering.uuid, project, attributes: { name: 'Web shop' }, limits: { ram: 1 } };
  const answer = await world.market.ask('POST', 'marketplace-orders/', { ...people.owner, body });
  const ordered = z.looseObject({ uuid: z.string(), marketplace_resource_uuid: z.string() }).parse(answer.body);
  return { order: ordered.uuid, resource: ordered.marketplace_resource_uuid };
}
async function orderedProject(plugin_options: object): Promise<Project> {
  const offering = await world.offering({ plugin_options: { keycloak_enabled: true, ...plugin_options } });
  const { resource: uuid } = await orderOf(offering);
  await runProjectMachine(world);
  const { rancherProject } = await world.market.store.resources.get(uuid);
  const { groups } = rancherProject ?? {};
  if (!rancherProject || !groups) return expect.fail('the project has groups');
  return { ...rancherProject, groups, uuid };
}
const groupOf = ({ groups }: Project) => world.keycloak.realm.keycloak.findGroupAt(groups.parent, groups.child);
async function membersOf(project: Project): Promise<string[]> {
  const group = (await groupOf(project)) ?? expect.fail('the group is there');
  const members = await Array.fromAsync(world.keycloak.realm.keycloak.listMembers(group.id));
  return members.map(({ username }) => username).sort();
}
const bindingsOf = async ({ backendId, groups }: Project) =>
  (await world.opened.rancher.listRoleBindings('project', backendId)).filter(
    ({ groupPrincipalId }) => groupPrincipalId === groupPrincipal(groups.child),
  );
async function leaveProject(): Promise<void> {
  const { store, projectUuid } = world.market;
  for (const grant of await store.grants.listByScope(projectUuid)) await store.commit(store.grants.remove(grant));
}

test('people with a role in the project are in its group, and who is not in Keycloak is named (S1-002, S1-004, S1-057, S1-060, S1-062, S1-088, U64)', async () => {
  const [missing, ...known] = await usernames();
  for (const username of known) await world.keycloak.realm.aUser(username);
  const project = await orderedProject({ keycloak_use_user_id: false });
  const accounts = (await world.opened.rancher.listAccounts()).length;
  expect(await sync()).toMatchObject({ written: known.length, removed: 0, failed: 0 });
  expect(await membersOf(project)).toEqual(known);
  expect(await bindingsOf(project)).toMatchObject([{ roleTemplateId: 'workloads-manage' }]);
  const warned = log.lines.filter((line) => line.includes('user not in Keycloak'));
  expect(warned.map((line) => Object(JSON.parse(line)).username)).toEqual([missing]);
  expect((await world.opened.rancher.listAccounts()).length).toBe(accounts);
  expect(await sync()).toMatchObject({ written: 0, removed: 0, failed: 0 });
});

test('who has left the project leaves the group, and an empty group goes with its role binding (S1-010, S1-059, S1-061, U61, U64)', async () => {
  for (const username of await usernames()) await world.keycloak.realm.aUser(username);
  const project = await orderedProject({ keycloak_use_user_id: false });
  await sync();
  expect((await membersOf(project)).length).toBeGreaterThan(1);
  await leaveProject();
  await sync();
  expect(await groupOf(project)).toBeUndefined();
  await expect.poll(() => bindingsOf(project)).toEqual([]);
  await sync();
  expect(await groupOf(project)).toBeUndefined();
});

test('a deleted group and its role binding are made again (S1-058, U61)', async () => {
  for (const username of await usernames()) await world.keycloak.realm.aUser(username);
  const project = await orderedProject({ keycloak_use_user_id: false });
  const group = (await groupOf(project)) ?? expect.fail('the order has made the group');
  await world.keycloak.realm.keycloak.deleteGroup(group.id);
  for (const { id } of await bindingsOf(project)) await world.opened.rancher.deleteRoleBinding('project', id);
  await expect.poll(() => bindingsOf(project)).toEqual([]);
  await sync();
  expect(await membersOf(project)).toEqual(await usernames());
  expect(await bindingsOf(project)).toHaveLength(1);
});

test.skipIf(isKeycloakReal)(
  'an offering without Keycloak has no members to keep, and neither Keycloak nor Rancher gets any (S1-006, U15, U16)',
  async () => {
    const { order } = await orderOf(await world.offering());
    await runProjectMachine(world);
    const before = await world.keycloak.simulator.countOf('POST', '/');
    const accounts = (await world.opened.rancher.listAccounts()).length;
    expect(await sync()).toMatchObject({ written: 0, removed: 0, failed: 0 });
    await leaveProject();
    expect(await sync()).toMatchObject({ written: 0, removed: 0, failed: 0 });
    expect(await world.keycloak.simulator.countOf('POST', '/')).toBe(before);
    expect((await world.opened.rancher.listAccounts()).length).toBe(accounts);
    expect((await world.market.store.orders.get(order)).state).toBe('done');
  },
);

test('a paused offering takes no orders, and its projects keep their members (S1-006)', async () => {
  for (const username of await usernames()) await world.keycloak.realm.aUser(username);
  const project = await orderedProject({ keycloak_use_user_id: false });
  const { people, projectUuid, store, ask } = world.market;
  const { offeringUuid } = await store.resources.get(project.uuid);
  await ask('POST', `marketplace-provider-offerings/${offeringUuid}/pause/`, people.staff);
  const body = { offering: offeringUuid, project: projectUuid, attributes: { name: 'late' }, limits: { ram: 1 } };
  const refused = await ask('POST', 'marketplace-orders/', { ...people.owner, body });
  expect(refused).toMatchObject({ status: 400, body: { offering: ['Offering is not available.'] } });
  await sync();
  expect(await membersOf(project)).toEqual(await usernames());
});

test('an offering is worked on by all three jobs: its order is done, its members and its usage follow (S1-002, S1-007)', async () => {
  for (const username of await usernames()) await world.keycloak.realm.aUser(username);
  const project = await orderedProject({ keycloak_use_user_id: false });
  await sync();
  expect(await membersOf(project)).toEqual(await usernames());
  expect(await sync('sync_project_usages')).toMatchObject({ written: 4, failed: 0 });
  const { state, pendingOrderUuid } = await world.market.store.resources.get(project.uuid);
  expect([state, pendingOrderUuid]).toEqual(['OK', undefined]);
});

test('a user is who has the subject of the sign-in, whatever the names are in Paddock and in Keycloak', async () => {
  const { store, clock, projectUuid, customerUuid } = world.market;
  const { realm } = world.keycloak;
  const issuer = `${realm.backend.url}/realms/${realm.realm}`;
  const mine = await realm.aUser();
  const namesake = await realm.aUser();
  const signIn = (subject: string, username: string) =>
    userOfIdentity(
      { store, clock, ids: randomIds },
      { issuer, subject, username, email: 'x@example.org', firstName: 'X', lastName: 'Y' },
    );
  await leaveProject();
  // Paddock knows this user by a name that somebody else has in Keycloak.
  const userUuid = await signIn(mine.id, namesake.username);
  await signIn(namesake.id, `${namesake.username}-other`);
  const at = { scopeType: 'project', scopeUuid: projectUuid, customerUuid, role: 'PROJECT.MEMBER' } as const;
  await store.commit(store.grants.insert(aGrant({ userUuid, ...at })));
  const project = await orderedProject({ keycloak_use_user_id: false });
  await sync();
  expect(await membersOf(project)).toEqual([mine.username]);
});

test.each([
  ['a local user', undefined],
  ['a user of Keystone', 'keystone/1'],
])('%s whose name is that of another user in Keycloak does not bring this user into the group', async (_, issuer) => {
  const { store, clock, projectUuid, customerUuid } = world.market;
  const { realm } = world.keycloak;
  const other = await realm.aUser();
  const claims = { email: 'x@example.org', firstName: 'X', lastName: 'Y' };
  const here = { store, clock, ids: randomIds };
  const local = aUser({ username: other.username });
  const userUuid = issuer
    ? await userOfIdentity(here, { issuer, subject: '7', username: other.username, ...claims })
    : local.uuid;
  if (!issuer) await store.commit(store.users.insert(local));
  const realmIssuer = `${realm.backend.url}/realms/${realm.realm}`;
  await userOfIdentity(here, { issuer: realmIssuer, subject: other.id, username: other.username, ...claims });
  await leaveProject();
  const at = { scopeType: 'project', scopeUuid: projectUuid, customerUuid, role: 'PROJECT.MEMBER' } as const;
  await store.commit(store.grants.insert(aGrant({ userUuid, ...at })));
  const project = await orderedProject({ keycloak_use_user_id: false });
  await sync();
  expect(await groupOf(project)).toBeUndefined();
});

test.skipIf(isKeycloakReal).each([
  ['by id, if the offering does not say otherwise', {}, 1],
  ['by name', { keycloak_use_user_id: false }, 0],
])('users are looked up %s (S1-028, U56)', async (_, plugin_options, least) => {
  for (const username of await usernames()) await world.keycloak.realm.aUser(username);
  await orderedProject(plugin_options);
  const [username = ''] = await usernames();
  const byId = () => world.keycloak.simulator.countOf('GET', `/users/${username}`);
  const before = await byId();
  await sync();
  expect(Math.min((await byId()) - before, 1)).toBe(least);
});

test.skipIf(isKeycloakReal)('a list of members that fails counts as unknown, not as empty', async () => {
  for (const username of await usernames()) await world.keycloak.realm.aUser(username);
  const project = await orderedProject({ keycloak_use_user_id: false });
  await sync();
  const before = await membersOf(project);
  await leaveProject();
  await world.keycloak.simulator.plan({ method: 'GET', path: '/members', kind: 'status', status: 500 });
  expect(await sync()).toMatchObject({ removed: 0, failed: 1 });
  await world.keycloak.simulator.clearFaults();
  expect(await membersOf(project)).toEqual(before);
});

test.skipIf(isKeycloakReal)(
  'the warning of a project without its group goes with the sync that makes the group',
  async () => {
    for (const username of await usernames()) await world.keycloak.realm.aUser(username);
    await world.keycloak.simulator.plan({ method: 'POST', path: '/groups', kind: 'status', status: 403 });
    const project = await orderedProject({});
    const warning = async () => (await world.market.store.resources.get(project.uuid)).rancherProject?.warning;
    expect(await warning()).toMatchObject({ step: 'keycloak.ensureProjectGroup' });
    await world.keycloak.simulator.clearFaults();
    await sync();
    expect(await membersOf(project)).toEqual(await usernames());
    expect(await warning()).toBeUndefined();
  },
);

test.skipIf(isKeycloakReal)('nobody who is in the group is looked up again (S1-028)', async () => {
  for (const username of await usernames()) await world.keycloak.realm.aUser(username);
  await orderedProject({});
  await sync();
  const { simulator } = world.keycloak;
  const lookUps = async () => {
    const counts = (await usernames()).map((username) => simulator.countOf('GET', `/users/${username}`));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, await simulator.countOf('GET', '/users/'));
  };
  const before = await lookUps();
  expect(before).toBeGreaterThan(0);
  await sync();
  expect(await lookUps()).toBe(before);
});
