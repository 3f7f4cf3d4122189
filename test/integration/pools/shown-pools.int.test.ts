import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openstackUuid } from '#shared/domain/_core/identifier';
import { storedPool } from '#shared/domain/clusters/machine-pools';
import { fieldClassRows } from '#shared/domain/pools/change/field-classes';
import { aCustomer, aProject } from '#test/builders/builders';
import { aMachinePools } from '#test/builders/pool-builders';
import { orderedCluster, poolsIn } from '#test/contracts/rancher/pools/pooled-clusters';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import type { Person } from '../_worlds/api-under-test.ts';
import { type PoolsWorld, poolsWorldPerTest } from './pools-world.ts';

let world: PoolsWorld;
poolsWorldPerTest((now) => {
  world = now;
});

const row = z.looseObject({ name: z.string() });
const ask = (path: string, person: Person = world.market.people.member) => world.market.ask('GET', path, person);
const rowsOf = async (path: string, person?: Person) => z.array(row).parse((await ask(path, person)).body);

test('each field has a class and a sentence, by which everybody who is signed in finds what a change does (S2-009)', async () => {
  const { outsider } = world.market.people;
  const all = await rowsOfClasses('rancher-field-classes/?page_size=300', outsider);
  expect(all).toHaveLength(fieldClassRows().length);
  const flavor = { field: 'flavor', of: 'pool', class: 'rolls-pool' };
  expect(all).toContainEqual({ ...flavor, text: 'Every machine of the pool is replaced by a new one.' });
  const immutable = await rowsOfClasses('rancher-field-classes/?of=cluster&class=immutable', outsider);
  expect(immutable.map(({ field }) => field)).toEqual(['cni', 'cluster_cidr', 'service_cidr', 'data_directory']);
  expect((await world.market.ask('GET', 'rancher-field-classes/')).status).toBe(401);
});
const fieldClass = z.looseObject({ field: z.string() });
const rowsOfClasses = async (path: string, person: Person) => z.array(fieldClass).parse((await ask(path, person)).body);

describe('the pools of a cluster', () => {
  test('have what was ordered of them, and their numbers in Rancher (S2-014, S2-024, T34)', async () => {
    const cluster = await world.stored(world.made);
    const [servers, workers] = await rowsOf(`rancher-clusters/${cluster.uuid}/pools/`);
    const { flavorId, networkId } = world.cloud.machine;
    const tenant = await world.market.store.tenants.get(cluster.tenantUuid);
    const running = { quantity: 1, ready: 1, stalled: null };
    expect(servers).toMatchObject({ name: 'servers', roles: ['etcd', 'controlplane'], ...running });
    expect(workers).toMatchObject({
      ...{ name: 'workers', quantity: 2, quantity_owner: 'user', phase: 'Running', cluster_uuid: cluster.uuid },
      ...{ pending: 0, outdated: 0, unavailable: 0, ready: 2, template: expect.stringMatching(/./) },
      ...{ flavor_backend_id: flavorId, network_backend_id: networkId, autoscaling: null, root_volume: null },
      flavor: expect.stringContaining(`/openstack-flavors/${openstackUuid(tenant.settingsUuid, 'flavor', flavorId)}/`),
    });
    expect(await ask(z.string().parse(workers?.url))).toMatchObject({ status: 200, body: workers });
    expect(await rowsOf(`rancher-clusters/${cluster.uuid}/pools/?role=worker`)).toEqual([workers]);
    const unknown = `rancher-clusters/${cluster.uuid}/pools/${cluster.uuid}/`;
    expect(await ask(unknown)).toMatchObject({ status: 404, body: { detail: 'No Pool matches the given query.' } });
  });

  test('are pending before Rancher has the cluster, and nobody asks Rancher (S2-014)', async () => {
    const cluster = await world.stored(world.made, { backendId: '' });
    await world.simulator.plan({ kind: 'status', status: 500, path: '.' });
    const [servers] = await rowsOf(`rancher-clusters/${cluster.uuid}/pools/`);
    expect(servers).toMatchObject({ phase: 'Unknown', template: '', pending: 1, ready: 0 });
    expect(await rowsOf(`rancher-clusters/${cluster.uuid}/machines/`)).toEqual([]);
  });
});

test('a pool that Rancher cannot fill says why, and what helps (D3, T53)', async () => {
  const stall = {
    code: 'QUOTA_EXCEEDED',
    owner: 'user',
    retryable: true,
    message: 'Too many.',
    nextStep: 'Delete one.',
  };
  const pools = aMachinePools();
  const stalled = pools.pools.map((pool) => ({ ...pool, stall: storedPool.shape.stall.parse(stall) }));
  const { uuid } = await world.stored(world.made, { machinePools: { ...pools, pools: stalled } });
  const { nextStep: next_step, ...said } = stall;
  expect((await rowsOf(`rancher-clusters/${uuid}/pools/`))[0]?.stalled).toEqual({ ...said, next_step });
});

describe('the machines of a cluster', () => {
  test('are joined with their nodes, and know what the cluster itself does not (S2-015, S2-018, S2-020, T32)', async () => {
    const cluster = await world.stored(world.made);
    const rows = await rowsOf(`rancher-clusters/${cluster.uuid}/machines/?o=pool`);
    expect(rows.map(({ kind, pool }) => [kind, pool])).toEqual([
      ['joined', 'servers'],
      ['joined', 'workers'],
      ['joined', 'workers'],
    ]);
    const { flavorId, imageId } = world.cloud.machine;
    const [server] = rows;
    expect(server).toMatchObject({
      ...{ phase: 'Running', is_ready: true, roles: ['etcd', 'controlplane'], node_name: server?.name },
      ...{ flavor_backend_id: flavorId, image_backend_id: imageId, failure: '', node_state: 'active' },
      server_name: expect.stringMatching(/./),
      pool_uuid: cluster.machinePools?.pools[0]?.uuid,
    });
    expect(await rowsOf(`rancher-clusters/${cluster.uuid}/machines/?pool=servers&phase=Running`)).toEqual([server]);
    expect(await rowsOf(`rancher-clusters/${cluster.uuid}/machines/?kind=orphan`)).toEqual([]);
  });

  test('say why they cannot be made (T32, T53)', async () => {
    const { cloud, opened } = world;
    await cloud.simulator.plan({ method: 'POST', path: '/servers', kind: 'status', status: 403 });
    const failing = await orderedCluster(opened, cloud, poolsIn(cloud, { workers: 1 }));
    const { uuid } = await world.stored(failing);
    const failed = async () =>
      (await rowsOf(`rancher-clusters/${uuid}/machines/?kind=joining`)).find(({ failure }) => failure !== '');
    await expect.poll(failed, EVENTUALLY).toMatchObject({
      ...{ node_name: '', is_ready: false, failure: expect.stringMatching(/./) },
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'InfrastructureReady', reason: 'CreateError' }),
      ]),
    });
    await cloud.simulator.clearFaults();
    await opened.rancher.deleteProvisioningCluster(failing.name);
  });
});

describe('the machines of all clusters', () => {
  test('are those of the clusters that the caller sees (S2-021)', async () => {
    const cluster = await world.stored(world.made);
    const rows = await rowsOf('rancher-machines/');
    expect(rows.map(({ cluster_uuid, pool }) => [cluster_uuid, pool]).sort()).toEqual(
      ['servers', 'workers', 'workers'].map((pool) => [cluster.uuid, pool]),
    );
    expect(await rowsOf(`rancher-machines/?cluster_uuid=${cluster.uuid}&pool=servers`)).toHaveLength(1);
    expect(await rowsOf(`rancher-machines/?service_settings_uuid=${cluster.tenantUuid}`)).toEqual([]);
    expect(await rowsOf('rancher-machines/', world.market.people.outsider)).toEqual([]);
  });

  test('are not those of another customer’s cluster of the same Rancher (S2-021)', async () => {
    const { store, people } = world.market;
    const customer = aCustomer();
    const project = aProject({ customerUuid: customer.uuid });
    await store.commit(store.customers.insert(customer), store.projects.insert(project));
    await world.stored(world.made, { customerUuid: customer.uuid, projectUuid: project.uuid });
    expect(await rowsOf('rancher-machines/')).toEqual([]);
    expect(await rowsOf('rancher-machines/', people.staff)).toHaveLength(3);
  });

  test('are refused as a whole if one Rancher fails, or if there are too many (S2-021)', async () => {
    await world.stored(world.made);
    await world.simulator.plan({ kind: 'status', status: 500, path: 'cluster.x-k8s.io.machines' });
    expect((await ask('rancher-machines/')).status).toBe(503);
    for (let count = 0; count < 10; count += 1) {
      await world.stored(world.made, { settingsUuid: `${count}`.padStart(32, 'a') });
    }
    expect(await ask('rancher-machines/')).toMatchObject({
      status: 400,
      body: { service_settings_uuid: [expect.stringContaining('more than 10 providers')] },
    });
  });
});

describe('what a cluster is in Rancher', () => {
  test('are its four objects, joined by one look-up (S2-026, S2-031, S2-034, S2-036, S2-038, S2-039)', async () => {
    const { uuid, name, backendId } = await world.stored(world.made);
    const { body } = await ask(`rancher-clusters/${uuid}/infrastructure/`);
    const at = { name, namespace: 'fleet-default' };
    expect(body).toMatchObject({
      ...{ is_provisioned: true, management: { id: backendId, name } },
      provisioning: { ...at, management_id: backendId },
      cluster_api: { ...at, owners: [{ kind: 'Cluster', name }] },
      rke_cluster: at,
    });
  });

  test('is shown of clusters without pools, too, and they have neither pools nor machines (S2-016, S2-030)', async () => {
    const cluster = await world.aClusterInRancher();
    const path = `rancher-clusters/${cluster.uuid}`;
    expect(await rowsOf(`${path}/pools/`)).toEqual([]);
    expect(await rowsOf(`${path}/machines/`)).toEqual([]);
    expect(await ask(`${path}/infrastructure/`)).toMatchObject({ body: { management: { id: cluster.backendId } } });
    expect(await rowsOf('rancher-machines/')).toEqual([]);
  });

  test('is nothing before Rancher has it (S2-039)', async () => {
    const { uuid } = await world.stored(world.made, { backendId: '' });
    const nothing = { management: null, provisioning: null, cluster_api: null, rke_cluster: null };
    expect((await ask(`rancher-clusters/${uuid}/infrastructure/`)).body).toEqual({ is_provisioned: false, ...nothing });
    expect(await rowsOf(`rancher-clusters/${uuid}/etcd-snapshots/`)).toEqual([]);
  });
});

test('snapshots of etcd are listed by the name that restores them (T45)', async () => {
  const { opened, made } = world;
  const snapshot = { wanted: { kind: 'snapshot' as const }, generation: 1 };
  await expect.poll(() => opened.rancher.requestOperation(made.id, snapshot), EVENTUALLY).toBe('requested');
  const { uuid } = await world.stored(made);
  const snapshots = () => rowsOf(`rancher-clusters/${uuid}/etcd-snapshots/`);
  await expect.poll(snapshots, EVENTUALLY).toHaveLength(1);
  const [{ name } = { name: '' }] = await opened.rancher.listEtcdSnapshots(made.id);
  expect(await snapshots()).toMatchObject([{ name, is_missing: false, status: 'successful' }]);
});

test('nobody else sees what a cluster has in Rancher (S2-028)', async () => {
  const { uuid } = await world.stored(world.made);
  for (const part of ['pools', 'machines', 'infrastructure', 'etcd-snapshots']) {
    expect([
      part,
      await world.market.statusOf('GET', `rancher-clusters/${uuid}/${part}/`, world.market.people.outsider),
    ]).toEqual([part, 404]);
  }
});
