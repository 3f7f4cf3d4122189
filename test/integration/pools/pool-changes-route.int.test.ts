import { expect, test } from 'vitest';
import { z } from 'zod';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import { aCluster, aResource } from '#test/builders/builders';
import { aMachinePools, aPool, aServerPool } from '#test/builders/pool-builders';
import { cloudBeside } from '#test/contracts/rancher/pools/cloud-beside';
import { orderedCluster, poolsIn, running } from '#test/contracts/rancher/pools/pooled-clusters';
import { openSimulated } from '../_worlds/rancher-market.ts';
import { type StockedRancherMarket, stockedRancherMarketPerTest } from '../_worlds/stocked-rancher-market.ts';

let now: StockedRancherMarket;
stockedRancherMarketPerTest((given) => {
  now = given;
});

const SPECS = [aServerPool(), aPool(), aPool({ name: 'spare', quantity: 0 })];
type Made = { name?: string; backendId?: string; machinePools?: MachinePools };
/** A cluster in the owner's project. The cluster's pool `spare` has no machines. */
async function aClusterWithPools(made: Made = {}) {
  const { market, stocked, settingsUuid } = now;
  const { store, customerUuid, projectUuid } = market;
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  const cluster = aCluster({
    ...{ customerUuid, projectUuid, settingsUuid, tenantUuid: stocked.tenant, resourceUuid: resource.uuid },
    ...{ state: 'OK', backendId: 'c-m-pools', driver: 'rancher-pools', machinePools: aMachinePools(SPECS), ...made },
  });
  await store.commit(store.clusters.insert(cluster), store.resources.insert(resource));
  const path = `rancher-clusters/${cluster.uuid}/`;
  const poolOf = (name: string) => cluster.machinePools?.pools.find(({ spec }) => spec.name === name)?.uuid ?? '';
  return {
    ask: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', of: string, body?: object) =>
      market.ask(method, `${path}${of}`, { ...market.people.owner, ...(body && { body }) }),
    pool: (name: string) => `pools/${poolOf(name)}/`,
    stored: () => store.clusters.get(cluster.uuid),
  };
}
const planned = (steps: object[], changes: object[]) => ({ status: 200, body: { steps, changes } });

const things = z.array(z.object({ uuid: z.string(), name: z.string() }));
/** A flavor and a network of the tenant, in the format of a request. */
async function machineFields() {
  const { market, stocked } = now;
  const list = async (path: string) => things.parse((await market.ask('GET', path, market.people.owner)).body);
  const flavors = await list(`openstack-tenants/${stocked.tenant}/flavors/`);
  const [network] = await list(`openstack-networks/?tenant_uuid=${stocked.tenant}`);
  return { flavor: flavors.find(({ name }) => name === 'm1.large')?.uuid, networks: [network?.uuid] };
}

test('a pool is added by the API, and a dry run shows its machines (S2-009, S2-014)', async () => {
  const { ask, stored } = await aClusterWithPools();
  const body = { name: 'more', roles: ['worker'], quantity: 2, ...(await machineFields()) };
  expect(await ask('POST', 'pools/?dry_run=true', body)).toMatchObject(
    planned([{ kind: 'create', pool: 'more', count: 2 }], [{ pool: 'more', class: 'in-place' }]),
  );
  expect((await stored()).state).toBe('OK');
  expect(await ask('POST', 'pools/', body)).toMatchObject({ status: 202 });
  expect((await stored()).machinePools?.pools.map(({ spec }) => spec.name)).toEqual([
    ...['servers', 'workers', 'spare', 'more'],
  ]);
});

test('a pool that exists, or whose flavor is none, is refused by its fields (T21, S2-014)', async () => {
  const { ask } = await aClusterWithPools();
  const body = { roles: ['worker'], quantity: 1, ...(await machineFields()) };
  expect(await ask('POST', 'pools/', { ...body, name: 'spare' })).toMatchObject({
    status: 400,
    body: { name: ['The cluster already has a pool spare.'] },
  });
  expect(await ask('POST', 'pools/', { ...body, name: 'more', flavor: body.networks[0] })).toMatchObject({
    status: 400,
    body: { flavor: [expect.stringContaining('is not visible in tenant')] },
  });
});

test('a change says which fields replace machines, and only the given fields change (S2-009, T14, T15)', async () => {
  const { ask, pool, stored } = await aClusterWithPools();
  const { flavor } = await machineFields();
  const change = { flavor, labels: { tier: 'blue' } };
  expect(await ask('PATCH', `${pool('spare')}?dry_run=true`, change)).toMatchObject({
    status: 200,
    body: {
      changes: [
        { pool: 'spare', field: 'flavor', class: 'rolls-pool' },
        { pool: 'spare', field: 'labels', class: 'in-place' },
      ],
    },
  });
  expect(await ask('PATCH', pool('spare'), change)).toMatchObject({ status: 202 });
  const { machinePools, poolChange } = await stored();
  const before = aPool({ name: 'spare', quantity: 0 });
  expect(machinePools?.pools[2]?.spec).toEqual({ ...before, flavorId: expect.any(String), labels: { tier: 'blue' } });
  expect(poolChange?.rolling).toMatchObject([{ name: 'spare', machine: { flavorId: before.flavorId } }]);
});

test('name and roles of a pool never change, and the error says what to do (T21)', async () => {
  const { ask, pool } = await aClusterWithPools();
  expect(await ask('PATCH', pool('spare'), { name: 'other' })).toMatchObject({
    status: 400,
    body: { name: ['A pool keeps its name. Add a pool with the new name and delete this one.'] },
  });
  expect(await ask('PATCH', pool('spare'), { roles: ['worker', 'etcd'] })).toMatchObject({
    status: 400,
    body: { roles: [expect.stringContaining('Add a pool with other roles')] },
  });
});

test('the same pool again, with its keys in another order, changes nothing (S2-013)', async () => {
  const { ask, pool, stored } = await aClusterWithPools();
  const { version } = await stored();
  expect(await ask('PATCH', pool('spare'), { taints: [], labels: {}, quantity: 0 })).toMatchObject(planned([], []));
  expect((await stored()).version).toBe(version);
});

test('a pool is deleted, but not the last one with a role (T11, T23)', async () => {
  const { ask, pool, stored } = await aClusterWithPools();
  expect(await ask('DELETE', pool('servers'))).toMatchObject({
    status: 400,
    body: { pools: expect.arrayContaining(['A cluster needs at least one machine with the role etcd.']) },
  });
  expect(await ask('DELETE', `${pool('spare')}?dry_run=true`)).toMatchObject(
    planned([], [{ pool: 'spare', field: 'pools', text: 'The pool and its machines are deleted.' }]),
  );
  expect(await ask('DELETE', pool('spare'))).toMatchObject({ status: 202 });
  expect((await stored()).machinePools?.pools).toHaveLength(2);
});

test('settings of all pools are shown and changed, and those that never change are refused (S2-032, T37)', async () => {
  const { ask, stored } = await aClusterWithPools();
  expect(await ask('GET', 'pool-settings/')).toMatchObject({
    status: 200,
    body: { cni: 'cilium', system_registry: null, etcd_snapshots: { retention: 5 } },
  });
  expect(await ask('PATCH', 'pool-settings/?dry_run=true', { cni: 'calico' })).toMatchObject({
    status: 400,
    body: { cni: [expect.stringContaining('Order another cluster')] },
  });
  const mirrors = [{ registry: 'docker.io', endpoints: ['https://mirror.example.org'] }];
  expect(await ask('PATCH', 'pool-settings/', { registry_mirrors: mirrors, no_proxy: ['.local'] })).toMatchObject({
    status: 202,
    body: { changes: [{ field: 'registry_mirrors' }, { field: 'proxy' }] },
  });
  const { settings } = (await stored()).machinePools ?? {};
  expect(settings).toEqual({
    ...aMachinePools().settings,
    mirrors: [{ ...mirrors[0], rewrites: {} }],
    proxy: { noProxy: ['.local'] },
  });
});

test('a wrong setting is refused by its name, and a cluster without pools has no settings (S2-032)', async () => {
  const { ask } = await aClusterWithPools();
  expect(await ask('PATCH', 'pool-settings/', { registry_miror: [], etcd_snapshots: { retention: 0 } })).toMatchObject({
    status: 400,
    body: {
      registry_miror: ['Unknown attribute. Did you mean "registry_mirrors"?'],
      etcd_snapshots: expect.anything(),
    },
  });
});

test('a machine is deleted by its name, and another one comes in its place, unless the pool is to be smaller (T29)', async () => {
  const cloud = await cloudBeside();
  try {
    const opened = await openSimulated(now.simulator);
    const specs = poolsIn(cloud, { workers: 2 });
    const made = await orderedCluster(opened, cloud, specs);
    await running(opened, made, 3);
    const machines = await now.rancher.listPoolMachines(made.id);
    const named = (pool: string) => machines.find(({ poolName }) => poolName === pool)?.name ?? '';
    const { ask, stored } = await aClusterWithPools({ ...made.id, machinePools: aMachinePools(specs) });
    const worker = named('workers');
    expect(await ask('DELETE', 'machines/nobody/')).toMatchObject({ status: 404 });
    expect(await ask('DELETE', `machines/${named('servers')}/`)).toMatchObject({ status: 400 });
    expect(await ask('DELETE', `machines/${worker}/?force=true`)).toMatchObject({ status: 409 });
    expect(await ask('DELETE', `machines/${worker}/?dry_run=true&replace=false`)).toMatchObject(
      planned([{ kind: 'delete', machines: [worker] }], [{ pool: 'workers', field: 'quantity' }]),
    );
    expect(await ask('DELETE', `machines/${worker}/`)).toMatchObject({
      status: 202,
      body: {
        changes: [],
        expected_seconds: expect.any(Number),
        steps: [
          { kind: 'delete', machines: [worker] },
          { kind: 'create', count: 1 },
        ],
      },
    });
    expect((await stored()).poolChange).toEqual({ rolling: [], rolled: 0, chosen: [], deleted: [worker], forced: [] });
  } finally {
    await cloud.stop();
  }
});
