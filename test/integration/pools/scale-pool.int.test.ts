import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ChangeDeps } from '#shared/app/pools/change-pools';
import { scalePool } from '#shared/app/pools/scale-pool';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCallerWith } from '#test/builders/builders';
import { letCreateCredentials, poolsOf, runningPools } from '../_worlds/pool-world.ts';
import { type Begun, clusterOf, stepWorldPerFile } from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();
await letCreateCredentials(world);
const begun: Begun = await runningPools(world, poolsOf(world, { workers: 2 }));

const uuidOf = (cluster: Cluster, name: string) =>
  cluster.machinePools?.pools.find(({ spec }) => spec.name === name)?.uuid ?? '';
const scale = async (name: string, request: { quantity: number; machines?: string[]; isDryRun?: boolean }) => {
  const cluster = await clusterOf(world, begun);
  return scalePool({ ...world, ...world.deps } satisfies ChangeDeps, world.owner, {
    ...{ clusterText: cluster.uuid, poolText: uuidOf(cluster, name), correlationId: 'correlation-9' },
    readRequest: () => ({ machines: [], isDryRun: false, ...request }),
  });
};
const machinesIn = async (pool: string) =>
  (await (await world.rancher.open(world.settings)).listPoolMachines(await clusterOf(world, begun)))
    .filter(({ poolName }) => poolName === pool)
    .map(({ name }) => name);

async function rest(fields: Partial<Cluster> = {}): Promise<void> {
  const { store, clock } = world;
  const cluster = await clusterOf(world, begun);
  await store.commit(
    store.clusters.replace(changed(cluster, clock.now(), { state: 'OK', poolChange: undefined, ...fields })),
  );
}
beforeEach(() => rest());
const refusal = z.object({ body: z.record(z.string(), z.array(z.string())) });
const refusalOf = async (work: Promise<unknown>) => refusal.parse(await work.catch((error: unknown) => error)).body;

test('a dry run shows the machines that are made, and writes nothing (S2-009, S2-014)', async () => {
  const before = await clusterOf(world, begun);
  const { plan, isAccepted } = await scale('workers', { quantity: 4, isDryRun: true });
  expect([isAccepted, plan.steps]).toEqual([false, [{ kind: 'create', pool: 'workers', count: 2 }]]);
  expect(await clusterOf(world, begun)).toEqual(before);
});

test('a number is accepted with its operation, and chosen machines are recorded (S2-014, T22, T29)', async () => {
  const [first = ''] = await machinesIn('workers');
  const { plan, isAccepted } = await scale('workers', { quantity: 1, machines: [first] });
  expect([isAccepted, plan.steps]).toEqual([true, [{ kind: 'delete', pool: 'workers', machines: [first] }]]);
  const { state, poolChange, operationUuid } = await clusterOf(world, begun);
  expect([state, poolChange]).toEqual([
    'UPDATE_SCHEDULED',
    { rolling: [], rolled: 0, chosen: [first], deleted: [], forced: [] },
  ]);
  expect(operationUuid).not.toBe(begun.target.operationUuid);
  await scale('workers', { quantity: 2 }).then(
    () => expect.fail('another change was accepted'),
    (error) => expect(error).toMatchObject({ name: 'Conflict' }),
  );
});

test('the number that the pool has changes nothing (S2-013, S2-014)', async () => {
  const cluster = await clusterOf(world, begun);
  const quantity = cluster.machinePools?.pools.find(({ spec }) => spec.name === 'workers')?.spec.quantity ?? 0;
  const { plan, isAccepted } = await scale('workers', { quantity });
  expect([isAccepted, plan.changes, plan.steps]).toEqual([false, [], []]);
});

describe('it is refused', () => {
  test('with the last machine of etcd, by the field (S2-014, T23)', async () => {
    expect(Object.keys(await refusalOf(scale('servers', { quantity: 0 })))).toEqual(
      expect.arrayContaining(['quantity', 'pools']),
    );
  });
  test('with a machine of another pool, or more machines than leave (S2-014, T29)', async () => {
    const [server = ''] = await machinesIn('servers');
    const [worker = ''] = await machinesIn('workers');
    expect(await refusalOf(scale('workers', { quantity: 0, machines: [server] }))).toEqual({
      machines: [`The pool has no machine ${server}.`],
    });
    expect(await refusalOf(scale('workers', { quantity: 9, machines: [worker] }))).toEqual({
      machines: ['This change removes 0 of the 2 machines of the pool, so name at most 0 machines.'],
    });
  });
  test('for those who may not change the cluster (S2-014)', async () => {
    const member = aCallerWith('PROJECT.MEMBER', {
      customerUuid: world.project.customerUuid,
      projectUuid: world.project.uuid,
    });
    const asked = {
      clusterText: begun.cluster.uuid,
      poolText: '',
      correlationId: 'c',
      readRequest: () => expect.fail(),
    };
    await expect(scalePool({ ...world, ...world.deps }, member, asked)).rejects.toMatchObject({ name: 'NotAllowed' });
  });
});

test('a change that was interrupted goes on with the next number, and stalled pools get new attempts (D3)', async () => {
  const { machinePools } = await clusterOf(world, begun);
  const stall = {
    ...{ code: 'QUOTA_EXCEEDED' as const, owner: 'user' as const, retryable: true },
    ...{ message: 'No room.', nextStep: 'Wait.' },
  };
  const pools = machinePools?.pools.map((pool) => ({ ...pool, stall })) ?? [];
  const interrupted = { rolling: [], rolled: 0, chosen: ['m-1'], deleted: [], forced: [] };
  await rest({
    state: 'ERRED',
    poolChange: interrupted,
    ...(machinePools && { machinePools: { ...machinePools, pools } }),
  });
  expect(await scale('workers', { quantity: 2 })).toMatchObject({ isAccepted: true });
  const after = await clusterOf(world, begun);
  expect(after.poolChange?.chosen).toEqual(['m-1']);
  expect(after.machinePools?.pools.map(({ stall: left }) => left)).toEqual([undefined, undefined]);
});

test('a change that was interrupted is repeated as it was, although its chosen machine is gone (T29)', async () => {
  const interrupted = { rolling: [], rolled: 0, chosen: ['gone'], deleted: [], forced: [] };
  await rest({ state: 'ERRED', poolChange: interrupted });
  expect(await scale('workers', { quantity: 2, machines: ['gone'] })).toMatchObject({ isAccepted: true });
});
