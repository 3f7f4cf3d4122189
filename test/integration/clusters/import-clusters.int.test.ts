import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { Rancher } from '#shared/ports/rancher';
import { aUuid } from '#test/builders/builders';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Person } from '../_worlds/api-under-test.ts';
import { type StockedRancherMarket, stockedRancherMarketPerTest } from '../_worlds/stocked-rancher-market.ts';
import { aMachine } from '../nodes/a-machine.ts';
import { aForeignCluster, type PlayedNode, twoNodes } from './_worlds/running-cluster.ts';

let opened: StockedRancherMarket;
let simulator: Simulator;
let rancher: Rancher;
let offering: string;
stockedRancherMarketPerTest((now) => {
  opened = now;
  ({ simulator, rancher } = now);
  offering = `marketplace-provider-offerings/${now.stocked.offering.uuid}/`;
});

const importable = (person: Person = opened.market.people.staff) =>
  opened.market.ask('GET', `${offering}importable_resources/?page_size=300`, person);
const aCluster = (nodes: readonly PlayedNode[], labels?: Record<string, string>) =>
  aForeignCluster({ rancher, url: simulator.url }, nodes, labels);
type Fields = { project?: string; plan?: string; additional_details?: object };
const importing = (backend_id: string, fields: Fields = {}, person: Person = opened.market.people.staff) =>
  opened.market.ask('POST', `${offering}import_resource/`, {
    ...person,
    body: { backend_id, project: opened.market.projectUuid, ...fields },
  });
const listedIds = async () =>
  z
    .array(z.looseObject({ backend_id: z.string() }))
    .parse((await importable()).body)
    .map((item) => item.backend_id);
const resource = z.looseObject({ uuid: z.string(), resource_uuid: z.string() });
const imported = async (id: string, fields?: Fields) => {
  const answer = await importing(id, fields);
  expect(answer).toMatchObject({ status: 201, body: { state: 'OK' } });
  return resource.parse(answer.body);
};
const read = async (path: string) => (await opened.market.ask('GET', path, opened.market.people.owner)).body;
const refused = (body: unknown) => ({ status: 400, body });

describe('clusters that could be imported', () => {
  test('are those that are active in Rancher, as Waldur lists them (R-9-111)', async () => {
    const one: PlayedNode = { name: 'alone', roles: ['etcd', 'control-plane', 'worker'] };
    const [{ id, name }, waiting] = [await aCluster([one]), await aCluster([])];
    const { status, body } = await importable();
    expect(status).toBe(200);
    expect(body).toContainEqual({
      ...{ type: 'Rancher.Cluster', name, backend_id: id },
      extra: [
        { name: 'Description', value: '' },
        { name: 'Number of nodes', value: 1 },
        { name: 'Created at', value: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      ],
    });
    expect(await listedIds()).not.toContain(waiting.id);
  });

  test('are none that are known here, imported or made (R-9-113)', async () => {
    const [one, made] = [await aCluster(twoNodes('one')), await aCluster(twoNodes('made'))];
    expect(await listedIds()).toEqual(expect.arrayContaining([one.id, made.id]));
    await imported(one.id);
    await opened.stocked.place(opened.market.people.owner, { name: made.name });
    const left = await listedIds();
    expect([left.includes(one.id), left.includes(made.id)]).toEqual([false, false]);
  });

  test('are none that Paddock made, whichever provider or stage it was for: it goes with the cluster of there (R-9-113)', async () => {
    const { id } = await aCluster(twoNodes('elsewhere'), rancherLabels(aUuid()));
    expect(await listedIds()).not.toContain(id);
    expect(await importing(id)).toMatchObject(refused({ backend_id: ['Resource has been imported already.'] }));
  });

  test('are none that Rancher itself runs on', async () => {
    expect(await listedIds()).not.toContain('local');
    expect(await importing('local')).toMatchObject(refused({ backend_id: expect.anything() }));
  });

  test('are for staff and the offering’s owner, and of no offering of a cloud', async () => {
    const { outsider, member, manager, owner, staff } = opened.market.people;
    const statusFor = async (person: Person) => (await importable(person)).status;
    expect(await Promise.all([outsider, member, manager, owner, staff].map(statusFor))).toEqual([
      404, 404, 404, 200, 200,
    ]);
    await simulator.plan({ kind: 'status', status: 503, method: 'GET', path: '/v3/clusters' });
    expect(await statusFor(staff)).toBe(503);
    await simulator.clearFaults();
  });
});

describe('an import', () => {
  test('makes order, resource, cluster and nodes, with the roles that Rancher shows (R-9-114)', async () => {
    const { id, name } = await aCluster(twoNodes('k8s'));
    const { tenant: tenant_uuid } = opened.stocked;
    const { uuid, resource_uuid } = await imported(id, {
      additional_details: { tenant_uuid },
      plan: opened.stocked.plan,
    });
    const cluster = z
      .looseObject({ order_uuid: z.string(), nodes: z.array(z.looseObject({ uuid: z.string() })) })
      .parse(await read(`rancher-clusters/${resource_uuid}/`));
    expect(cluster).toMatchObject({
      ...{ name, state: 'OK', runtime_state: 'active', backend_id: id, tenant_uuid, marketplace_resource_uuid: uuid },
      ...{ kubernetes_version: 'v1.31.7+rke2r1', capacity: { cpu: '8' }, access_url: `${simulator.url}/c/${id}` },
    });
    expect(cluster.nodes).toMatchObject([
      { name: 'k8s-00', role: 'server', state: 'OK', runtime_state: 'active', instance_backend_id: '' },
      { name: 'k8s-01', role: 'agent', state: 'OK', runtime_state: 'active', cpu_total: 4 },
    ]);
    expect(await read(`marketplace-orders/${cluster.order_uuid}/`)).toMatchObject({
      ...{
        type: 'Create',
        state: 'done',
        resource_uuid,
        marketplace_resource_uuid: uuid,
        completed_at: expect.any(String),
      },
    });
  });

  test('links nodes to the tenant’s machines of the same name, and meters those (R-9-115)', async () => {
    const machine = await aMachine(opened.cloud, 'k8s-node-00');
    await aMachine(opened.cloud, 'k8s-node-01');
    await aMachine(opened.cloud, 'k8s-node-01'); // two servers have this name, so neither can be matched to the node
    const { id } = await aCluster(twoNodes('k8s-node'));
    const { uuid, resource_uuid } = await imported(id);
    expect(await read(`rancher-clusters/${resource_uuid}/`)).toMatchObject({
      tenant_uuid: opened.stocked.tenant,
      nodes: [
        { name: 'k8s-node-00', instance_backend_id: machine, initial_data: { vcpu: 4 } },
        { name: 'k8s-node-01', instance_backend_id: '', initial_data: { vcpu: 0 } },
      ],
    });
    const usages = await opened.market.store.usages.listByResource(uuid);
    expect(usages.find(({ type }) => type === 'cpu_hours')).toMatchObject({ rate: 4 });
  });

  test('takes a machine that another node has for nobody’s', async () => {
    const machine = await aMachine(opened.cloud, 'shared-00');
    const [one, other] = [await aCluster(twoNodes('shared')), await aCluster(twoNodes('shared'))];
    const [first, second] = [await imported(one.id), await imported(other.id)];
    const instances = async ({ resource_uuid }: { resource_uuid: string }) =>
      (await opened.market.store.nodes.listByCluster(resource_uuid)).map(({ instanceId }) => instanceId);
    expect(await instances(first)).toEqual(expect.arrayContaining([machine]));
    expect(await instances(second)).toEqual(['', '']);
  });

  test('of twelve nodes has all of them', async () => {
    const agents = Array.from({ length: 11 }, (_, at): PlayedNode => ({ name: `many-${at}`, roles: ['worker'] }));
    const { id } = await aCluster([{ name: 'many-s', roles: ['etcd', 'control-plane'] }, ...agents]);
    const { resource_uuid } = await imported(id);
    const { nodes } = await opened.market.store.clusters.get(resource_uuid);
    expect(nodes).toHaveLength(12);
    expect(await opened.market.store.nodes.listByCluster(resource_uuid)).toHaveLength(12);
  });

  test('happens once, however many ask for it at the same moment (R-9-113)', async () => {
    const { id } = await aCluster(twoNodes('race'));
    const answers = await Promise.all([importing(id), importing(id), importing(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const again = refused({ backend_id: ['Resource has been imported already.'] });
    for (const answer of answers.filter(({ status }) => status === 400)) expect(answer).toMatchObject(again);
    expect(await importing(id)).toMatchObject(again);
  });
});

describe('an import is refused', () => {
  test('of a cluster that is not active, that Rancher does not have, or with a name that is taken here', async () => {
    const waiting = await aCluster([]);
    expect(await importing(waiting.id)).toMatchObject(refused(['Cannot import K8s cluster in non-active state.']));
    const unknown = refused({ backend_id: ['There is no such cluster in Rancher.'] });
    expect(await importing('c-m-nobody00')).toMatchObject(unknown);
    expect(await importing('local')).toMatchObject(unknown);
    const { id, name } = await aCluster(twoNodes('taken'));
    await opened.stocked.place(opened.market.people.owner, { name });
    expect(await importing(id)).toMatchObject(refused({ non_field_errors: ['Name is not unique.'] }));
  });

  test('with a tenant that is not the project’s, or a plan that is not the offering’s', async () => {
    const { id } = await aCluster(twoNodes('wrong'));
    const additional_details = { tenant_uuid: 'f'.repeat(32) };
    const tenant = refused({ additional_details: { tenant_uuid: ['Tenant should be one of the project.'] } });
    expect(await importing(id, { additional_details })).toMatchObject(tenant);
    const plan = { plan: ['This plan is not available for selected offering.'] };
    expect(await importing(id, { plan: 'f'.repeat(32) })).toMatchObject(refused(plan));
    expect(await importing(id, { project: 'f'.repeat(32) })).toMatchObject(
      refused({ project: ['Invalid hyperlink - Object does not exist.'] }),
    );
    expect(await listedIds()).toContain(id);
  });

  test('in read-only mode but for staff, and to who is not owner of the project’s customer', async () => {
    const { id } = await aCluster(twoNodes('quiet'));
    const { owner, manager, staff } = opened.market.people;
    opened.site.readOnlyMode = true;
    expect((await importing(id, {}, owner)).status).toBe(405);
    expect((await importing(id, {}, manager)).status).toBe(404);
    expect((await importing(id, {}, staff)).status).toBe(201);
  });
});
