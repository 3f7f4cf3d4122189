import { expect, test } from 'vitest';
import { pullCluster } from '#shared/app/clusters/pull-cluster';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import { autoscalerOf } from '../_worlds/autoscaler.ts';
import { letCreateCredentials, poolsOf, runningPools } from '../_worlds/pool-world.ts';
import { type Begun, clusterOf, EVENTUALLY, stepWorldPerFile } from '../_worlds/step-world.ts';
import { recordCalls } from '../store/record-calls.ts';

const world = await stepWorldPerFile();
await letCreateCredentials(world);
const { deps, store } = world;
const calls = recordCalls(world.client);
const isWrite = ({ name }: { name: string }) => /Put|Update|Delete|Write/.test(name);

async function readyPools(workers: number): Promise<Begun> {
  const scaled = { autoscaling: { min: 1, max: 5 } };
  const pools = poolsOf(world, { workers }).map((spec) => (spec.name === 'workers' ? { ...spec, ...scaled } : spec));
  const begun = await runningPools(world, pools);
  await finishCreation.call(deps, begun.target);
  return begun;
}
const requests = async (): Promise<number> => {
  const simulators = [world.cloud, world.rancherSimulator];
  const counts = simulators.flatMap((simulator) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => simulator.countOf(method, '')),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};

const small = await readyPools(1);
const large = await readyPools(3);

test('one pass reads the pools of all clusters of a Rancher with four requests, and writes nothing if nothing has changed', async () => {
  await watchClusters(deps);
  const before = await requests();
  calls.length = 0;
  const { looked, changed, failures } = await watchClusters(deps);
  expect([looked, changed, failures]).toEqual([2, 0, []]);
  expect((await requests()) - before).toBe(4);
  expect(calls.filter(isWrite)).toEqual([]);
});

test('a pull of one cluster makes four requests, however many machines it has', async () => {
  for (const { target } of [small, large]) {
    const before = await requests();
    await pullCluster(deps, world.owner, target.clusterUuid);
    expect((await requests()) - before).toBe(4);
  }
});

test('machines that come and go outside of Paddock change the charge, and their names are kept (R-9-122)', async () => {
  const rates = async () =>
    (await store.usages.listByResource(small.resource.uuid)).map(({ rate }) => rate).sort((a, b) => a - b);
  const of = async () => (await clusterOf(world, small)).machinePools;
  const [before, names] = [await rates(), (await of())?.machineNames.length ?? 0];
  await autoscalerOf(world, small).writes('workers', 2);
  await watchClusters(deps);
  expect((await of())?.pools.map(({ running }) => running?.count)).toEqual([1, 2]);
  expect((await of())?.machineNames).toHaveLength(names + 1);
  expect(await rates()).toEqual(before.map((rate) => rate * 1.5));
});

/**
 * Sets the test's clock to real time, from which the simulator takes the timestamps of machines. The two times are
 * compared: a ready machine that is newer than the last failure resets the failure count.
 */
const setClock = () => world.clock.advance((Date.now() - world.clock.now().getTime()) / 1000);

test('a pool that stalls between two changes is paused in Rancher, and shown with what helps (D3, T53)', async () => {
  setClock();
  const body = { forbidden: { message: 'Quota exceeded for instances', code: 403 } };
  await world.cloud.plan({ method: 'POST', path: '/servers', kind: 'status', status: 403, body });
  const autoscaler = autoscalerOf(world, large);
  await autoscaler.asks('workers', 4);
  const stalled = async () => {
    await watchClusters(deps);
    return (await clusterOf(world, large)).drift.map(({ kind, name }) => `${kind} ${name}`);
  };
  await expect.poll(stalled, { ...EVENTUALLY, timeout: 60_000 }).toEqual(['POOL_STALLED workers']);
  await world.cloud.clearFaults();
  const { drift, state, machinePools } = await clusterOf(world, large);
  expect(state).toBe('OK');
  expect(drift[0]?.message).toMatch(/Quota exceeded.*Then resume the pool\./s);
  expect(machinePools?.pools.map(({ stall }) => stall?.code)).toEqual([undefined, 'QUOTA_EXCEEDED']);
  expect((await autoscaler.pool('workers'))?.paused).toBe(true);
  expect((await autoscaler.pool('servers'))?.paused).toBe(false);
  const lines = await store.events.listByCluster(large.target.clusterUuid);
  expect(lines.filter(({ message, level }) => level === 'error' && message.includes('Quota exceeded'))).toHaveLength(1);
}, 90_000);
