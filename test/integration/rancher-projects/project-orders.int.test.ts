import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deleteProject } from '#shared/app/rancher-projects/steps/delete-project';
import { applyProjectQuota, ensureProject } from '#shared/app/rancher-projects/steps/ensure-project';
import { finishProject } from '#shared/app/rancher-projects/steps/project-records';
import { readAmount } from '#shared/domain/rancher-projects/project-quota';
import { runProjectMachine, type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

let world: SharedCluster;
sharedClusterPerTest((opened) => {
  world = opened;
});

const shownResource = z.looseObject({ uuid: z.string(), slug: z.string(), state: z.string(), backend_id: z.string() });

const ask = (method: string, path: string, body?: object) =>
  world.market.ask(method, path, { ...world.market.people.owner, ...(body && { body }) });

async function order(offering: { uuid: string }, fields: object = {}) {
  const { projectUuid: project } = world.market;
  const body = { offering: offering.uuid, project, attributes: { name: 'Web shop' }, ...fields };
  return ask('POST', 'marketplace-orders/', body);
}
async function ordered(options: { plugin_options?: object } = {}, limits: object = { cpu: 4, ram: 8, gpu: 1 }) {
  const { body } = await order(await world.offering(options), { limits });
  const { marketplace_resource_uuid: uuid, uuid: orderUuid } = z
    .looseObject({ marketplace_resource_uuid: z.string(), uuid: z.string() })
    .parse(body);
  return { uuid, orderUuid };
}
const resource = async (uuid: string) => shownResource.parse((await ask('GET', `marketplace-resources/${uuid}/`)).body);
const orderOf = async (uuid: string) => (await ask('GET', `marketplace-orders/${uuid}/`)).body;
const projectsNamed = async (name: string) => {
  const { rancher } = world.opened;
  return (await rancher.listProjects(world.clusterId)).filter((it) => it.name === name);
};
/**
 * The limits of the ResourceQuota as numbers of cores, GiB and objects. Kubernetes normalizes the notation of
 * quantities.
 */
const hardOf = async (namespace: string) => {
  const { body } = await world.inside.get(`/api/v1/namespaces/${namespace}/resourcequotas/custom-resource-quota`);
  const { hard } = z.object({ spec: z.object({ hard: z.record(z.string(), z.string()) }) }).parse(body).spec;
  return Object.fromEntries(Object.entries(hard).map(([key, amount]) => [key, readAmount(key, amount)]));
};
const nameOf = async (uuid: string) =>
  (await world.market.store.resources.get(uuid)).rancherProject?.projectName ?? expect.fail('it is a project');
const groupAt = async (...names: [string, string?]) => world.keycloak.realm.keycloak.findGroupAt(...names);
const WITH_KEYCLOAK = { plugin_options: { keycloak_enabled: true } };

describe('an ordered project', () => {
  test('is made with namespace and quotas, gets new limits, and is removed with everything (S1-001, S1-003, S1-012, S1-046, S1-050 to S1-052, S1-071, U1, U9, U11, U13, U17, U20, U39, U47, U48, U63, U65)', async () => {
    const { uuid, orderUuid } = await ordered({
      plugin_options: { project_prefix: null, namespace_labels: { 'gpu-pool': 'h100-2x' } },
    });
    expect(await resource(uuid)).toMatchObject({ state: 'Creating', limits: { cpu: 4, ram: 8, gpu: 1 } });
    await runProjectMachine(world);
    const { slug, backend_id: id, ...shown } = await resource(uuid);
    const name = `waldur-${slug}`;
    expect(shown).toMatchObject({ state: 'OK', offering_type: 'Rancher.Project', limits: { cpu: 4, ram: 8, gpu: 1 } });
    expect(await orderOf(orderUuid)).toMatchObject({ state: 'done', limits: { cpu: 4, ram: 8, gpu: 1 } });
    expect(await projectsNamed(name)).toMatchObject([
      {
        ...{ id, description: expect.stringMatching(/^Web shop \(Customer: .+, Project: .+\)$/) },
        annotations: { 'waldur/managed': 'true', 'paddock.cloud/resource': uuid },
        quota: { limit: { limitsCpu: '4000m', limitsMemory: '8192Mi', extended: { 'requests.nvidia.com/gpu': '1' } } },
      },
    ]);
    expect((await world.inside.get(`/api/v1/namespaces/${name}`)).body).toMatchObject({
      metadata: {
        labels: { 'gpu-pool': 'h100-2x', 'pod-security.kubernetes.io/enforce': 'restricted' },
        annotations: { 'field.cattle.io/projectId': id },
      },
    });
    const hard = { 'limits.cpu': 4, 'limits.memory': 8, 'requests.nvidia.com/gpu': 1 };
    expect(await hardOf(name)).toEqual(hard);

    const changed = await ask('POST', `marketplace-resources/${uuid}/update_limits/`, { limits: { cpu: 8, ram: 2 } });
    expect(changed.status).toBe(200);
    expect(await resource(uuid)).toMatchObject({ state: 'Updating', limits: { cpu: 4, ram: 8 } });
    await runProjectMachine(world);
    expect(await resource(uuid)).toMatchObject({ state: 'OK', limits: { cpu: 8, ram: 2, gpu: 1 } });
    expect(await hardOf(name)).toEqual({ ...hard, 'limits.cpu': 8, 'limits.memory': 2 });
    expect(await projectsNamed(name)).toMatchObject([
      { quota: { limit: { limitsCpu: '8000m', limitsMemory: '2048Mi' } } },
    ]);

    expect((await ask('POST', `marketplace-resources/${uuid}/terminate/`, {})).status).toBe(200);
    await runProjectMachine(world);
    expect(await resource(uuid)).toMatchObject({ state: 'Terminated' });
    expect(await projectsNamed(name)).toEqual([]);
    expect((await world.inside.get(`/api/v1/namespaces/${name}`)).status).toBe(404);
  }, 60_000);

  test('has a group with a role in Rancher, if the offering has Keycloak (S1-008, S1-047 to S1-049, S1-053, S1-054, S1-056, S1-060, U12, U14, U60)', async () => {
    const { uuid } = await ordered(WITH_KEYCLOAK);
    await runProjectMachine(world, { twice: true });
    const { rancherProject } = await world.market.store.resources.get(uuid);
    const { parent, child } = rancherProject?.groups ?? expect.fail('groups are recorded');
    expect(child).toBe(`project_${world.market.projectUuid}_workloads-manage`);
    expect(await groupAt(parent, child)).toMatchObject({ attributes: { scope_uuid: [world.market.projectUuid] } });
    const bindings = async () => {
      const found = await world.opened.rancher.listRoleBindings('project', rancherProject?.backendId);
      return found.filter(({ groupPrincipalId }) => groupPrincipalId !== '');
    };
    expect(await bindings()).toMatchObject([
      { roleTemplateId: 'workloads-manage', groupPrincipalId: `keycloakoidc_group://${child}` },
    ]);
    expect(await resource(uuid)).not.toHaveProperty('warning');

    await ask('POST', `marketplace-resources/${uuid}/terminate/`, {});
    await runProjectMachine(world, { twice: true });
    expect(await resource(uuid)).toMatchObject({ state: 'Terminated' });
    expect([await groupAt(parent), await bindings()]).toEqual([undefined, []]);
  }, 60_000);

  test('keeps the group that another resource of the same project uses, until the last one goes', async () => {
    const offering = await world.offering(WITH_KEYCLOAK);
    const uuids: string[] = [];
    for (const name of ['first', 'second']) {
      const { body } = await order(offering, { attributes: { name }, limits: { cpu: 1, ram: 1 } });
      uuids.push(z.looseObject({ marketplace_resource_uuid: z.string() }).parse(body).marketplace_resource_uuid);
      await runProjectMachine(world);
    }
    const [first = '', second = ''] = uuids;
    const { parent, child } =
      (await world.market.store.resources.get(first)).rancherProject?.groups ?? expect.fail('groups are recorded');
    for (const [uuid, isLeft] of [
      [first, true],
      [second, false],
    ] as const) {
      await ask('POST', `marketplace-resources/${uuid}/terminate/`, {});
      await runProjectMachine(world);
      expect((await groupAt(parent, child)) !== undefined).toBe(isLeft);
    }
  }, 60_000);

  test('is done with a warning while Keycloak fails (S1-086, U54, U62)', async () => {
    const { uuid, orderUuid } = await ordered(WITH_KEYCLOAK);
    await world.market.secrets.remove(`paddock/${world.market.stage}/keycloak/${world.settingsUuid}`);
    await runProjectMachine(world);
    expect(await orderOf(orderUuid)).toMatchObject({ state: 'done' });
    expect(await resource(uuid)).toMatchObject({ state: 'OK', warning: expect.stringContaining('Keycloak') });
  }, 60_000);

  test('is made when Rancher answers again (S1-085)', async () => {
    const { uuid, orderUuid } = await ordered();
    await world.simulator.plan({ method: 'GET', path: '^/v3/projects', kind: 'refuse', nth: 1 });
    await runProjectMachine(world);
    expect(await orderOf(orderUuid)).toMatchObject({ state: 'done', error_message: '' });
    expect(await resource(uuid)).toMatchObject({ state: 'OK' });
  }, 60_000);

  test('is found again by a repeated order, which makes no second one (S1-055)', async () => {
    const { uuid } = await ordered();
    let isMade = false;
    await runProjectMachine(world, {
      twice: true,
      before: async (step) => {
        if (step !== 'rancher.ensureProjectNamespace' || isMade) return;
        isMade = true;
        const stored = await world.market.store.resources.get(uuid);
        const { rancherProject = expect.fail('a project') } = stored;
        // Removes the project's id from the record, as if a crash came after Rancher's answer.
        const lost = { ...stored, version: stored.version + 1, rancherProject: { ...rancherProject, backendId: '' } };
        await world.market.store.commit(world.market.store.resources.replace(lost));
        const operationUuid = rancherProject.operationUuid ?? '';
        await ensureProject.call(world.deps, { operationUuid, resourceUuid: uuid });
      },
    });
    const { backend_id } = await resource(uuid);
    expect(await projectsNamed(await nameOf(uuid))).toMatchObject([{ id: backend_id }]);
  }, 60_000);
});

test('a step of an operation that has ended, or is not the current one, does nothing', async () => {
  const { uuid } = await ordered();
  const ended = await runProjectMachine(world);
  const before = [await resource(uuid), await projectsNamed(await nameOf(uuid))];
  const late = { ...ended, operationUuid: uuid };
  for (const target of [ended, late]) {
    await expect(applyProjectQuota.call(world.deps, target)).rejects.toMatchObject({ name: 'Superseded' });
    await expect(deleteProject.call(world.deps, target)).rejects.toMatchObject({ name: 'Superseded' });
  }
  await finishProject.call(world.deps, ended);
  expect([await resource(uuid), await projectsNamed(await nameOf(uuid))]).toEqual(before);
}, 60_000);

describe('an order that cannot be carried out', () => {
  test('leaves somebody else’s project alone, says so, and can be retried (S1-055)', async () => {
    const { uuid, orderUuid } = await ordered();
    const name = await nameOf(uuid);
    const foreign = await world.opened.aProject(world.clusterId, name);
    await runProjectMachine(world);
    const error_message = `Cluster ${world.clusterId} already has a Rancher project ${name}, which this order did not create.`;
    expect(await orderOf(orderUuid)).toMatchObject({ state: 'erred', error_message });
    expect(await resource(uuid)).toMatchObject({ state: 'Erred', error_message, backend_id: '' });
    expect(await projectsNamed(name)).toMatchObject([{ id: foreign, description: 'by hand' }]);

    await world.opened.rancher.deleteProject(foreign);
    await ask('POST', `marketplace-orders/${orderUuid}/retry/`);
    await runProjectMachine(world);
    expect(await resource(uuid)).toMatchObject({ state: 'OK', error_message: '' });
  }, 60_000);

  test('leaves a namespace of another project alone (U49)', async () => {
    const { uuid, orderUuid } = await ordered();
    const name = await nameOf(uuid);
    await world.inside.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await runProjectMachine(world);
    expect(await orderOf(orderUuid)).toMatchObject({
      error_message: `Cluster ${world.clusterId} already has a namespace ${name}, which is in another project.`,
    });
    await ask('POST', `marketplace-resources/${uuid}/terminate/`, {});
    await runProjectMachine(world);
    expect(await projectsNamed(name)).toEqual([]);
    expect((await world.inside.get(`/api/v1/namespaces/${name}`)).status).toBe(200);
  }, 60_000);

  test('names a cluster that Rancher does not have (S1-092)', async () => {
    const { orderUuid } = await ordered({ plugin_options: { cluster_id: 'c-zzzzz' } });
    await runProjectMachine(world);
    expect(await orderOf(orderUuid)).toMatchObject({
      ...{ state: 'erred', error_message: expect.stringMatching(/^Cluster not found or invalid cluster ID/) },
    });
  });

  test('whose project was not created takes no new limits, and says what to do', async () => {
    const { uuid } = await ordered({ plugin_options: { cluster_id: 'c-zzzzz' } });
    await runProjectMachine(world);
    expect(await resource(uuid)).toMatchObject({ state: 'Erred' });
    expect(
      await ask('POST', `marketplace-resources/${uuid}/update_limits/`, { limits: { cpu: 8, ram: 2 } }),
    ).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('The project was not created in Rancher. Retry the order') },
    });
  });

  test('decides the state of its resource, which staff does not set', async () => {
    const { uuid } = await ordered({ plugin_options: { cluster_id: 'c-zzzzz' } });
    await runProjectMachine(world);
    const detail =
      'The state of a project in a shared cluster follows from its orders: retry the failed order, or terminate the project.';
    for (const collection of ['marketplace-resources', 'marketplace-provider-resources'])
      for (const action of ['set_as_ok', 'set_as_erred']) {
        const path = `${collection}/${uuid}/${action}/`;
        const answer = await world.market.ask('POST', path, world.market.people.staff);
        expect([path, answer]).toMatchObject([path, { status: 409, body: { detail } }]);
      }
    expect(await resource(uuid)).toMatchObject({ state: 'Erred' });
  });

  test.each([
    [{ cpu: 65 }, { limits: { cpu: [expect.stringContaining('less than or equal to 64')] } }],
    [{ disk: 1 }, { limits: { disk: [expect.stringContaining('Its components with limits: cpu, ram, gpu.')] } }],
    [{ storage: 1 }, { limits: { storage: [expect.anything()] } }],
  ])('because of its limits %j is refused at once', async (limits, expected) => {
    const answer = await order(await world.offering(), { limits });
    expect(answer).toMatchObject({ status: 400, body: expected });
  });
});
