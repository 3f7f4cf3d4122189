import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { pooledOrder, sellPools } from './_worlds/pooled-orders.ts';

const { endpoints } = ownCloud();
const { sample } = endpoints;
const owner = personAt(endpoints, 'owner');
const KINDS = ['servers', 'volumes', 'ports', 'keypairs', 'application_credentials'];
const objects = z.record(
  z.string(),
  z.array(z.looseObject({ id: z.string().optional(), name: z.string().optional() })),
);
async function stateAt(url: string) {
  const answer = await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) });
  return objects.parse(await answer.json());
}
async function inCloud(): Promise<string[]> {
  const state = await stateAt(endpoints.openstack.demo ?? '');
  return KINDS.flatMap((kind) => (state[kind] ?? []).map(({ id, name }) => `${kind} ${id ?? name}`)).sort();
}

const shownPools = z.array(
  z.object({ name: z.string(), uuid: z.string(), quantity: z.number(), ready: z.number(), flavor: z.string() }),
);
const shownMachines = z.array(z.object({ name: z.string(), pool: z.string(), kind: z.string(), phase: z.string() }));
const shownSnapshots = z.array(z.object({ name: z.string() }));

function clusterAt(uuid: string) {
  const path = `rancher-clusters/${uuid}/`;
  const poolPath = async (name: string) => {
    const pools = shownPools.parse((await owner.call('GET', `${path}pools/`)).body);
    return `${path}pools/${pools.find((pool) => pool.name === name)?.uuid}/`;
  };
  const machines = async () => shownMachines.parse((await owner.call('GET', `${path}machines/`)).body);
  return {
    path,
    poolPath,
    machines,
    namesIn: async (pool: string) => (await machines()).filter((one) => one.pool === pool).map(({ name }) => name),
    pools: async () => shownPools.parse((await owner.call('GET', `${path}pools/`)).body),
    async changed(method: string, of: string, body?: object): Promise<void> {
      expect(await owner.call(method, of, body)).toMatchObject({ status: 202 });
      const wait = { tooLate: `${method} ${of} has not ended.`, timeoutMs: 120_000, intervalMs: 100 };
      const rested = await until(wait, async () => {
        const { state, last_error } = await owner.cluster(uuid);
        return ['OK', 'ERRED'].includes(state) ? { state, last_error } : undefined;
      });
      expect(rested).toEqual({ state: 'OK', last_error: null });
    },
  };
}

async function ordered() {
  const market = await sellPools(endpoints, {
    ...{ rancherSettings: sample.rancher_settings, cloudSettings: sample.openstack_settings },
    demoTenant: sample.tenants.demo ?? '',
  });
  const before = await inCloud();
  const placed = await owner.place(pooledOrder(market, endpoints, 'pooled'));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  return { market, before, placed, cluster: clusterAt(placed.resource_uuid ?? '') };
}
type Ordered = Awaited<ReturnType<typeof ordered>>;

async function shows({ pools, machines }: Ordered['cluster']): Promise<void> {
  expect((await pools()).map(({ name, quantity, ready }) => [name, quantity, ready]).sort()).toEqual([
    ['servers', 3, 3],
    ['spare', 0, 0],
    ['workers', 2, 2],
  ]);
  expect((await machines()).map(({ pool, phase }) => `${pool} ${phase}`).sort()).toEqual([
    ...Array(3).fill('servers Running'),
    ...Array(2).fill('workers Running'),
  ]);
}

async function scales({ poolPath, changed, machines }: Ordered['cluster']): Promise<void> {
  const scale = `${await poolPath('spare')}scale/`;
  expect(await owner.call('POST', `${scale}?dry_run=true`, { quantity: 1 })).toMatchObject({
    status: 200,
    body: { steps: [{ kind: 'create', pool: 'spare', count: 1 }] },
  });
  await changed('POST', scale, { quantity: 1 });
  expect(await machines()).toHaveLength(6);
}

/** Replaces all machines of a pool. The old nodes are drained, because drains are on by default. */
async function replacesMachines({ poolPath, changed, namesIn }: Ordered['cluster']): Promise<void> {
  const [workers, servers] = [await namesIn('workers'), await namesIn('servers')];
  const path = await poolPath('workers');
  const change = { root_volume: { size: 70_656 } };
  const planned = await owner.call('PATCH', `${path}?dry_run=true`, change);
  expect(planned).toMatchObject({ status: 200, body: { changes: [{ field: 'root_volume', class: 'rolls-pool' }] } });
  await changed('PATCH', path, change);
  const after = await namesIn('workers');
  expect([after.length, after.filter((name) => workers.includes(name))]).toEqual([2, []]);
  expect((await namesIn('servers')).sort()).toEqual(servers.sort());
}

async function replacesOneMachine({ path, changed, namesIn }: Ordered['cluster']): Promise<void> {
  const [gone = '', kept] = await namesIn('workers');
  await changed('DELETE', `${path}machines/${gone}/`);
  const after = await namesIn('workers');
  expect([after.length, after.includes(gone), after.includes(kept ?? '')]).toEqual([2, false, true]);
}

async function restores({ path, changed }: Ordered['cluster']): Promise<void> {
  await changed('POST', `${path}etcd-snapshots/`, {});
  const snapshots = shownSnapshots.parse((await owner.call('GET', `${path}etcd-snapshots/`)).body);
  await changed('POST', `${path}restore_etcd_snapshot/`, { snapshot: snapshots[0]?.name });
}

test('a cluster of three pools is ordered, scaled, rolled with drains, restored, rotated, and deleted without a trace (S2-001, S2-008, S2-014, T45)', async () => {
  const { market, before, placed, cluster } = await ordered();
  await shows(cluster);
  await scales(cluster);
  await replacesMachines(cluster);
  await replacesOneMachine(cluster);
  await restores(cluster);
  await cluster.changed('POST', `${cluster.path}rotate_certificates/`, {});
  await cluster.changed('POST', `${cluster.path}rotate_encryption_keys/`, {});
  await cluster.changed('DELETE', await cluster.poolPath('spare'));

  const added = await personAt(endpoints, 'staff').call('POST', 'rancher-nodes/', {
    ...{ cluster: placed.resource_uuid, role: 'agent', flavor: market.flavor },
    subnet: market.subnets['private-subnet'],
  });
  expect([added.status, JSON.stringify(added.body)]).toEqual([409, expect.stringContaining('quantity of a pool')]);
  const asleep = await owner.call('POST', `${cluster.path}hibernate/`, {});
  expect([asleep.status, JSON.stringify(asleep.body)]).toEqual([409, expect.stringContaining('worker pools to 0')]);

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await inCloud()).toEqual(before);
  expect(JSON.stringify(await stateAt(endpoints.rancher))).not.toContain(placed.resource_uuid);
}, 600_000);
