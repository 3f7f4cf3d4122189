import { expect, test } from 'vitest';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { scalePool } from '#shared/app/pools/scale-pool';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import { quantityOwner, withQuantity } from '#shared/domain/pools/scaling/quantity';
import { autoscalerOf } from '../_worlds/autoscaler.ts';
import { changedPools } from '../_worlds/pool-changes.ts';
import { letCreateCredentials, poolsOf, runningPools } from '../_worlds/pool-world.ts';
import { type Begun, clusterOf, stepWorldPerFile } from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();
await letCreateCredentials(world);
const [servers, workers] = poolsOf(world, { workers: 2 });
if (!servers || !workers) throw new Error('there are no pools');
const begun: Begun = await runningPools(world, [servers, { ...workers, autoscaling: { min: 1, max: 4 } }]);
await finishCreation.call(world.deps, begun.target);
const autoscaler = autoscalerOf(world, begun);

const stored = async () => {
  const { machinePools } = await clusterOf(world, begun);
  const found = machinePools?.pools.find(({ spec }) => spec.name === 'workers');
  return found ?? expect.fail('the pool is gone');
};
const setByPerson = (quantity: number) =>
  changedPools(world, begun, (pool) => [
    pool.spec.name === 'workers' ? { ...pool, ...withQuantity(pool, quantity) } : pool,
  ]);

test('an ordered number is reached, and then the pool belongs to the autoscaler, with its bounds (T27)', async () => {
  expect(await autoscaler.deployment('workers')).toMatchObject({ desired: 2, available: 2 });
  const pool = await autoscaler.pool('workers');
  expect(pool).toMatchObject({ autoscalingMinSize: 1, autoscalingMaxSize: 4 });
  expect(pool?.quantity ?? null).toBeNull();
  expect(await autoscaler.annotations('workers')).toMatchObject({
    'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size': '1',
    'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size': '4',
  });
  expect(quantityOwner(await stored())).toBe('autoscaler');
});

test('the autoscaler’s number is taken over and charged, and the next change does not reset it (T27)', async () => {
  await autoscaler.writes('workers', 3);
  const { failures } = await watchClusters(world.deps);
  expect(failures).toEqual([]);
  const pool = await stored();
  expect([pool.spec.quantity, pool.running?.count, quantityOwner(pool)]).toEqual([3, 3, 'autoscaler']);
  await changedPools(world, begun, (one) => [{ ...one, spec: { ...one.spec, labels: { tier: 'blue' } } }]);
  expect(await autoscaler.deployment('workers')).toMatchObject({ desired: 3, available: 3 });
});

test('a person’s number within the bounds is reached once, and is the autoscaler’s to change from then on (T27)', async () => {
  await setByPerson(1);
  expect(await autoscaler.deployment('workers')).toMatchObject({ desired: 1, replicas: 1 });
  expect((await autoscaler.pool('workers'))?.quantity ?? null).toBeNull();
  await autoscaler.writes('workers', 4);
  await changedPools(world, begun, (one) => [{ ...one, spec: { ...one.spec, labels: { tier: 'green' } } }]);
  expect(await autoscaler.deployment('workers')).toMatchObject({ desired: 4, available: 4 });
});

test('a person’s number outside the bounds is refused with the bounds (T27)', async () => {
  const { uuid } = await stored();
  const refused = scalePool({ ...world, ...world.deps }, world.owner, {
    ...{ clusterText: begun.cluster.uuid, poolText: uuid, correlationId: 'correlation-9' },
    readRequest: () => ({ quantity: 5, machines: [], isDryRun: true }),
  });
  await expect(refused).rejects.toMatchObject({
    body: { quantity: [expect.stringContaining('The autoscaler keeps the pool at 1 to 4 machines.')] },
  });
});

test('without its bounds, the pool keeps the number that the autoscaler has chosen (T27)', async () => {
  await watchClusters(world.deps);
  await changedPools(world, begun, ({ spec: { autoscaling, ...spec }, ...pool }) => [{ ...pool, spec }]);
  expect(await autoscaler.pool('workers')).toMatchObject({ quantity: 4 });
  expect(await autoscaler.deployment('workers')).toMatchObject({ desired: 4, available: 4 });
});
