import { expect, test } from 'vitest';
import { z } from 'zod';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import { peopleOf } from './enter-cluster.ts';
import { restrictedPod } from './run-pod.ts';
import { runProjectMachine, type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

let world: SharedCluster;
sharedClusterPerTest((opened) => {
  world = opened;
});

const PATIENCE_MS = 60_000;
/** Rancher’s agent writes bindings into the cluster after a short delay. */
const EVENTUALLY = { timeout: 10_000 };

const sync = () =>
  syncProvider(
    { ...world.deps, brake: { maxShare: 0.9, always: 10 }, site: DEFAULT_SITE_SETTINGS, keptMs: 60_000 },
    { job: 'sync_project_members', settingsUuid: world.settingsUuid },
  );

async function orderedProject() {
  const offering = await world.offering({ plugin_options: { keycloak_enabled: true, keycloak_use_user_id: false } });
  const { people, projectUuid: project } = world.market;
  const body = { offering: offering.uuid, project, attributes: { name: 'Web shop' }, limits: { cpu: 2, ram: 4 } };
  const answer = await world.market.ask('POST', 'marketplace-orders/', { ...people.owner, body });
  const { marketplace_resource_uuid: uuid } = z
    .looseObject({ marketplace_resource_uuid: z.string() })
    .parse(answer.body);
  await runProjectMachine(world);
  const { rancherProject } = await world.market.store.resources.get(uuid);
  return { uuid, ...(rancherProject ?? expect.fail('it is a project')) };
}

const bound = z.object({
  items: z.array(
    z.object({
      roleRef: z.object({ name: z.string() }),
      subjects: z.array(z.object({ kind: z.string(), name: z.string() })).default([]),
    }),
  ),
});
/** Roles of groups in the namespace, read from Kubernetes. */
async function groupRoles(namespace: string): Promise<string[][]> {
  const { status, body } = await world.inside.get(
    `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`,
  );
  if (status !== 200) return [];
  const all = bound.parse(body).items;
  return all.flatMap(({ roleRef, subjects }) =>
    subjects.filter(({ kind }) => kind === 'Group').map(({ name }) => [roleRef.name, name]),
  );
}

test(
  'a member gets into the namespaces of the project by the group, as far as role and quota reach, and nobody else (S1-008, S1-054, S1-057, S1-059, S1-063, S1-064)',
  async () => {
    const { member } = world.market.people;
    const { username } = await world.keycloak.realm.aUser(member.user.username);
    const outsider = await world.keycloak.realm.aUser();
    const { projectName: namespace, groups } = await orderedProject();
    await sync();
    const principal = groupPrincipal(groups?.child ?? '');
    await expect.poll(() => groupRoles(namespace), EVENTUALLY).toEqual([['workloads-manage', principal]]);

    const people = await peopleOf(world);
    const entered = await people.enterAs(username);
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const start = (name: string, cpu: string, memory: string) =>
      entered.post(pods, restrictedPod(name, { cpu, memory }));
    await expect.poll(async () => (await entered.get(pods)).status, EVENTUALLY).toBe(200);
    expect(await start('web', '1500m', '3Gi')).toMatchObject({ status: 201 });
    expect(await start('more', '1', '512Mi')).toMatchObject({
      ...{
        status: 403,
        body: { message: expect.stringMatching(/exceeded quota: .*limits\.cpu=1.*limited: .*limits\.cpu=2/) },
      },
    });
    const quota = `/api/v1/namespaces/${namespace}/resourcequotas/custom-resource-quota`;
    const found = await entered.get(quota);
    expect(found).toMatchObject({ status: 200, body: { spec: { hard: { 'limits.cpu': '2' } } } });
    const larger = { ...z.looseObject({}).parse(found.body), spec: { hard: { 'limits.cpu': '99' } } };
    for (const refused of [
      await entered.put(quota, larger),
      await entered.get(`/api/v1/namespaces/${namespace}/secrets`),
      await entered.get('/api/v1/namespaces/default/pods'),
      await entered.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'own' } }),
    ]) {
      expect(refused).toMatchObject({ status: 403 });
    }
    expect((await (await people.enterAs(outsider.username)).get(pods)).status).toBe(403);

    const { store, projectUuid } = world.market;
    for (const grant of await store.grants.listByScope(projectUuid)) await store.commit(store.grants.remove(grant));
    await sync();
    await expect.poll(() => groupRoles(namespace), EVENTUALLY).toEqual([]);
    await expect.poll(async () => (await entered.get(pods)).status, EVENTUALLY).toBe(403);
    expect((await (await people.enterAs(username)).get(pods)).status).toBe(403);
  },
  PATIENCE_MS,
);

test(
  'a termination leaves nothing in Kubernetes, Rancher and Keycloak (S1-056)',
  async () => {
    const { username } = await world.keycloak.realm.aUser();
    expect(username).not.toBe('');
    const { uuid, projectName: namespace, backendId } = await orderedProject();
    await expect.poll(() => groupRoles(namespace), EVENTUALLY).toHaveLength(1);
    await world.inside.post(`/api/v1/namespaces/${namespace}/pods`, restrictedPod('web', { cpu: '1', memory: '1Gi' }));
    await world.market.ask('POST', `marketplace-resources/${uuid}/terminate/`, {
      ...world.market.people.owner,
      body: {},
    });
    await runProjectMachine(world);
    expect((await world.inside.get(`/api/v1/namespaces/${namespace}`)).status).toBe(404);
    expect(await groupRoles(namespace)).toEqual([]);
    expect(await world.opened.rancher.findProject(backendId)).toBeUndefined();
    await expect.poll(() => world.opened.rancher.listRoleBindings('project', backendId), EVENTUALLY).toEqual([]);
    expect((await world.keycloak.realm.ask('GET', '/groups')).body).toEqual([]);
  },
  PATIENCE_MS,
);
