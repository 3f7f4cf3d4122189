import { type PooledMarket, pooledOrder, sellPools } from '#test/e2e/_worlds/pooled-orders';
import { PACE, setDelays } from '../clusters/backends.ts';
import { startBench, WARM_UP_SCALE } from '../clusters/clusters-part.ts';
import { FULL, scaled } from '../clusters/critical-path.ts';
import { orderAtOnce } from '../clusters/order-at-once.ts';
import { type Bench, measureOrder } from '../clusters/run-cluster.ts';
import { burstFigures, growthFigures, type SizedRun, sizedFigures } from '../clusters/sized-figures.ts';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';

/**
 * Numbers of machines in one cluster. The number of requests of a status check must not grow with the number of
 * machines.
 */
const SIZES = [3, 30];
const SMALL_SIZES = [3, 4];
/**
 * Numbers of clusters that are ordered at the same moment. Each of these clusters has the smallest number of machines.
 */
const BURSTS = [1, 20, 100];
const SMALL_BURSTS = [2];
/** At a faster pace, Cluster API would give up machines before they have booted. */
const REAL_PACE = 1;

/**
 * A status check makes five requests: for the cluster, its machines, their servers, its deployments and its templates
 * (docs/pools.md).
 */
const MAX_REQUESTS_PER_LOOK = 5;

type PoolBench = Bench & { market: PooledMarket };
type Sizes = { sizes: readonly number[]; scale: number; pace: number };

/** An order of a cluster with one server; all other machines are workers. */
const orderOfMachines = ({ market, endpoints }: PoolBench, name: string, machines: number) =>
  pooledOrder(market, endpoints, name, [
    { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 1 },
    { name: 'workers', roles: ['worker'], quantity: machines - 1 },
  ]);

async function measureSizes(bench: PoolBench, { sizes, scale, pace }: Sizes): Promise<SizedRun[]> {
  const runs: SizedRun[] = [];
  for (const machines of sizes) {
    await setDelays(bench.backends, scaled(FULL, WARM_UP_SCALE), pace);
    if (scale > WARM_UP_SCALE) await measureOrder(bench, orderOfMachines(bench, `warm-${machines}`, machines));
    await setDelays(bench.backends, scaled(FULL, scale), pace);
    runs.push({ machines, ...(await measureOrder(bench, orderOfMachines(bench, `sized-${machines}`, machines))) });
  }
  return runs;
}

async function measurePools(given: BenchContext): Promise<Figure[]> {
  const { progress, isSmall, signal } = given;
  const timeScale = isSmall ? WARM_UP_SCALE : given.timeScale;
  const started = await startBench({ ...given, timeScale });
  const { sample } = started.endpoints;
  const market = await sellPools(started.endpoints, {
    ...{ rancherSettings: sample.rancher_settings, cloudSettings: sample.openstack_settings },
    demoTenant: sample.tenants.demo ?? '',
  });
  const bench = { ...started, market };
  const [sizes, pace] = isSmall ? [SMALL_SIZES, PACE] : [SIZES, REAL_PACE];
  const runs = await measureSizes(bench, { sizes, pace, scale: timeScale });
  progress(
    runs.map(({ machines, tookMs }) => `${machines} machines OK after ${(tookMs / 1000).toFixed(0)} s`).join(', '),
  );
  const figures = [
    ...runs.flatMap((run) => sizedFigures('pools', run, MAX_REQUESTS_PER_LOOK)),
    ...growthFigures('pools', runs),
  ];
  const smallest = (name: string) => orderOfMachines(bench, name, SIZES[0] ?? 3);
  await setDelays(bench.backends, scaled(FULL, WARM_UP_SCALE), pace);
  for (const count of isSmall ? SMALL_BURSTS : BURSTS) {
    signal.throwIfAborted();
    const found = burstFigures('with pools', count, await orderAtOnce(bench, count, smallest));
    progress(found.map(({ name, value, unit }) => `${name} ${value.toFixed(1)} ${unit}`).join(', '));
    figures.push(...found);
  }
  return figures;
}

export const poolsPart: Part = {
  name: 'pools',
  about:
    'clusters with pools of 3 and 30 machines, and 1, 20 and 100 of them at the same time: times, requests of a look',
  measures: ['functions', 'shared', 'statemachines', 'infra', 'package-lock.json'],
  run: measurePools,
};
