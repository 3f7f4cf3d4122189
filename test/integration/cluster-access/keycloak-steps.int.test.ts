import { beforeEach, describe, expect, test } from 'vitest';
import { deleteGroup } from '#shared/app/cluster-access/steps/delete-group';
import { failMembership } from '#shared/app/cluster-access/steps/fail-membership';
import { reconcileMembership } from '#shared/app/cluster-access/steps/reconcile-membership';
import { syncRoleBinding } from '#shared/app/cluster-access/steps/sync-role-binding';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import { aRancherProject, aRoleTemplate } from '#test/builders/access-builders';
import { makeProject } from '#test/contracts/rancher/rancher-under-test';
import { type Begun, clusterOf, stateOf } from '../_worlds/step-world.ts';
import {
  addMember,
  enterableCluster,
  entrancesOf,
  granted,
  keycloakWorldPerFile,
  namesOf as names,
  revoked,
  runMachine,
} from './keycloak-world.ts';

const world = await keycloakWorldPerFile();
const { deps, store } = world;
beforeEach(async () => {
  await world.keycloakSimulator.clearFaults();
  await world.rancherSimulator.clearFaults();
});

type Target = Awaited<ReturnType<typeof granted>>;
const addToGroups = (begun: Begun, username: string, role = world.roles.owner) =>
  addMember(world, begun, username, role);
const run = (target: Target) => runMachine(world, target);
const membershipOf = ({ membershipUuid }: Target) => store.keycloakMemberships.findByUuid(membershipUuid);
const bindingsOf = async (group: string) =>
  ((await stateOf(world.rancherSimulator)).roleBindings ?? []).filter(
    ({ groupPrincipalId }) => groupPrincipalId === groupPrincipal(group),
  );
const NOTHING = { members: {}, bindings: [] };

describe('the first membership of a role', () => {
  test('makes the cluster’s group, the role’s below it and its role in Rancher; who is known is in at once (S0-030, S0-057, S0-110, S0-111, S0-113, S0-115, S0-117, S0-119, S0-123, S0-124, S0-125, S0-126, S0-130, S0-154)', async () => {
    const begun = await enterableCluster(world);
    const { username } = await world.realm.aUser();
    const target = await addToGroups(begun, username.toUpperCase());
    const { parent, child, principal } = names(begun);
    const { members, bindings } = await entrancesOf(world, begun);
    expect(members).toEqual({ [parent]: [], [child]: [username] });
    const { backendId: placeId } = await clusterOf(world, begun);
    expect(bindings).toEqual([
      expect.objectContaining({ placeId, roleTemplateId: 'cluster-owner', groupPrincipalId: principal }),
    ]);
    expect(await membershipOf(target)).toMatchObject({ state: 'ACTIVE', firstName: 'First', lastName: 'Last' });
    const group = await store.keycloakGroups.findByUuid(target.groupUuid);
    expect(group).toMatchObject({ keycloakId: expect.any(String), bindingId: bindings[0]?.id });
  });

  test('of a user that Keycloak does not know is PENDING until the user is there (S0-109, S0-127, S0-130)', async () => {
    const begun = await enterableCluster(world);
    const target = await addToGroups(begun, 'newcomer');
    expect(await membershipOf(target)).toMatchObject({ state: 'PENDING', firstName: '' });
    expect((await entrancesOf(world, begun)).members[names(begun).child]).toEqual([]);
    await world.realm.aUser('newcomer-of-another-name');
    await run(target);
    expect(await membershipOf(target)).toMatchObject({ state: 'PENDING' });
    await world.realm.aUser('newcomer');
    await run(target);
    expect(await membershipOf(target)).toMatchObject({ state: 'ACTIVE' });
    expect((await entrancesOf(world, begun)).members[names(begun).child]).toEqual(['newcomer']);
  });

  test('in a project that the cluster has in Rancher is bound there, below the cluster’s group, and goes with the last (S0-120, S0-121)', async () => {
    const begun = await enterableCluster(world);
    const { username } = await world.realm.aUser();
    const { backendId: inRancher } = await clusterOf(world, begun);
    const cluster = { ...begun.cluster, backendId: inRancher };
    const inIt = { url: world.rancherSimulator.url, key: world.rancherKey };
    const placeId = await makeProject(inIt, inRancher, 'analytics');
    const project = aRancherProject(cluster, { backendId: placeId });
    const role = aRoleTemplate({ settingsUuid: world.settings.uuid, scopeType: 'project', name: 'project-member' });
    await store.commit(store.rancherProjects.insert(project), store.roleTemplates.insert(role));
    const target = await granted(world, begun, username, { role, scopeUuid: project.uuid });
    await run(target);
    const name = `project_${project.uuid}_project-member`;
    expect((await entrancesOf(world, begun)).members).toEqual({
      [names(begun).parent]: [],
      [`${names(begun).parent}/${name}`]: [username],
    });
    expect(await bindingsOf(name)).toEqual([expect.objectContaining({ placeId, roleTemplateId: 'project-member' })]);
    await run(await revoked(world, target));
    expect(await bindingsOf(name)).toEqual([]);
    expect(await entrancesOf(world, begun)).toEqual(NOTHING);
  });

  test('again makes nothing twice', async () => {
    const begun = await enterableCluster(world);
    const { username } = await world.realm.aUser();
    const target = await addToGroups(begun, username);
    const before = await entrancesOf(world, begun);
    await run(target);
    expect(await entrancesOf(world, begun)).toEqual(before);
  });

  test.each([
    ['keycloak', '/groups/$'],
    ['keycloak', '/children$'],
    ['keycloak', '/users/[^/]+/groups/'],
    ['rancher', '/clusterroletemplatebindings'],
  ])('is done again, once, when its answer was lost in %s at %s', async (backend, path) => {
    const begun = await enterableCluster(world);
    const { username } = await world.realm.aUser();
    const simulator = backend === 'keycloak' ? world.keycloakSimulator : world.rancherSimulator;
    const method = path.includes('users') ? 'PUT' : 'POST';
    await simulator.plan({ kind: 'lose', method, path, nth: 1 });
    await addToGroups(begun, username);
    const { members, bindings } = await entrancesOf(world, begun);
    expect(members).toEqual({ [names(begun).parent]: [], [names(begun).child]: [username] });
    expect(bindings).toHaveLength(1);
  });

  test('does not take over a group that is somebody else’s', async () => {
    const begun = await enterableCluster(world);
    await world.realm.ask('POST', '/groups', { name: `c_${begun.cluster.uuid}` });
    const target = await granted(world, begun, 'somebody');
    await expect(reconcileMembership.call(deps, target)).rejects.toMatchObject({
      name: 'BackendConflict',
      message: `Keycloak has a group c_${begun.cluster.uuid} that Paddock did not create.`,
    });
  });
});

describe('a membership that is taken away', () => {
  test('leaves others in the group; the last takes group, role in Rancher and the cluster’s group with it (S0-112, S0-114)', async () => {
    const begun = await enterableCluster(world);
    const [olga, mia] = [await world.realm.aUser(), await world.realm.aUser()];
    const [first, second] = [await addToGroups(begun, olga.username), await addToGroups(begun, mia.username)];
    await run(await revoked(world, first));
    expect((await entrancesOf(world, begun)).members[names(begun).child]).toEqual([mia.username]);
    expect(await membershipOf(first)).toBeUndefined();
    await run(await revoked(world, second));
    expect(await entrancesOf(world, begun)).toEqual(NOTHING);
    expect(await store.keycloakGroups.listByCluster({ ...second, settingsUuid: world.settings.uuid })).toEqual([]);
    await addToGroups(begun, olga.username);
    expect((await entrancesOf(world, begun)).bindings).toHaveLength(1);
  });

  test('is not done with while Rancher still lists the role that it is asked to take away', async () => {
    const begun = await enterableCluster(world);
    const target = await revoked(world, await addToGroups(begun, (await world.realm.aUser()).username));
    await syncRoleBinding.call(deps, target);
    await reconcileMembership.run(deps, target);
    const session = await deps.rancher.open(world.settings);
    const kept = { ...session, deleteRoleBinding: async () => undefined };
    const slow = { ...deps, rancher: { open: async () => kept } };
    await expect(syncRoleBinding.call(slow, target)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await syncRoleBinding.call(deps, target);
    expect((await entrancesOf(world, begun)).bindings).toEqual([]);
  });

  test('leaves the groups of other roles, what was bound elsewhere, and groups of others below the cluster’s', async () => {
    const begun = await enterableCluster(world);
    const { username } = await world.realm.aUser();
    const owner = await addToGroups(begun, username);
    const member = await addToGroups(begun, username, world.roles.member);
    await run(await revoked(world, owner));
    const { members, bindings } = await entrancesOf(world, begun);
    const left = names(begun, 'cluster-member');
    expect(Object.keys(members).sort()).toEqual([left.parent, left.child]);
    expect(bindings).toMatchObject([{ groupPrincipalId: left.principal }]);
    const parent = await world.realm.keycloak.findGroupAt(`c_${begun.cluster.uuid}`);
    await world.realm.keycloak.createChild(parent?.id ?? '', { name: 'developers', attributes: {} });
    await run(await revoked(world, member));
    const kept = Object.keys((await entrancesOf(world, begun)).members).sort();
    expect(kept).toEqual([left.parent, `${left.parent}/developers`]);
  });

  test('before anything was done for it is gone, and nothing is made', async () => {
    const begun = await enterableCluster(world);
    const target = await granted(world, begun, 'nobody');
    await revoked(world, target);
    await run(target);
    expect(await entrancesOf(world, begun)).toEqual(NOTHING);
    expect(await membershipOf(target)).toBeUndefined();
  });

  test('keeps the group while another member is added', async () => {
    const begun = await enterableCluster(world);
    const [olga, mia] = [await world.realm.aUser(), await world.realm.aUser()];
    const first = await revoked(world, await addToGroups(begun, olga.username));
    expect(await reconcileMembership.run(deps, first)).toEqual({ empty: true });
    const second = await granted(world, begun, mia.username);
    await syncRoleBinding.call(deps, first);
    await deleteGroup.call(deps, first);
    await run(second);
    const { members, bindings } = await entrancesOf(world, begun);
    expect(members[names(begun).child]).toEqual([mia.username]);
    expect(bindings).toHaveLength(1);
  });

  test('does not wait for Rancher, and stays with its error while Keycloak cannot be reached', async () => {
    const begun = await enterableCluster(world);
    const [olga, mia] = [await world.realm.aUser(), await world.realm.aUser()];
    await addToGroups(begun, mia.username);
    const target = await revoked(world, await addToGroups(begun, olga.username));
    await world.rancherSimulator.plan({ kind: 'status', status: 503, path: '/v3' });
    await syncRoleBinding.call(deps, target);
    await world.keycloakSimulator.plan({ kind: 'status', status: 503, path: '/' });
    await expect(reconcileMembership.call(deps, target)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    const caught = {
      error: 'BackendUnavailable',
      cause: 'Keycloak is away',
      failedStep: 'keycloak.reconcileMembership',
    };
    await failMembership.call(deps, { ...target, ...caught });
    expect(await membershipOf(target)).toMatchObject({
      revokedAt: expect.any(String),
      lastError: { code: 'BACKEND_UNAVAILABLE', owner: 'provider', step: 'keycloak.reconcileMembership' },
    });
    await world.keycloakSimulator.clearFaults();
    await reconcileMembership.call(deps, target);
    expect((await entrancesOf(world, begun)).members[names(begun).child]).toEqual([mia.username]);
  });
});

test('steps at work on who may enter a cluster take turns', async () => {
  const begun = await enterableCluster(world);
  const users = await Promise.all(['1', '2', '3', '4'].map(() => world.realm.aUser()));
  const targets: Target[] = [];
  for (const { username } of users) targets.push(await granted(world, begun, username));
  const busy = await Promise.allSettled(targets.map((target) => reconcileMembership.call(deps, target)));
  const refused = busy.filter((it) => it.status === 'rejected').map(({ reason }) => reason.name);
  expect(new Set(refused)).toEqual(new Set(['ProviderBusy']));
  for (const target of targets) await run(target);
  const { members } = await entrancesOf(world, begun);
  expect(members[names(begun).child]).toEqual(users.map(({ username }) => username).sort());
});
