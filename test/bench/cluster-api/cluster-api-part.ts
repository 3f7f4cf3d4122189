import {
  type ClusterApiMarket,
  clusterApiOrder,
  sellClusterApi,
  simulatedManagement,
} from '#infra/local/cluster-api-market';
import { startSimulator } from '#test/contracts/start-simulator';
import { startBench, WARM_UP_SCALE } from '../clusters/clusters-part.ts';
import { orderAtOnce } from '../clusters/order-at-once.ts';
import { type Bench, measureOrder } from '../clusters/run-cluster.ts';
import { burstFigures, growthFigures, type SizedRun, sizedFigures } from '../clusters/sized-figures.ts';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';

/** Machines of one cluster: what a look asks must not grow with them. */
const SIZES = [3, 30];
const SMALL_SIZES = [3, 4];
/** Clusters that are ordered at the same moment, of the smallest size. */
const BURSTS = [1, 20, 100];
const SMALL_BURSTS = [2];
/** The times of a real provider in memory, and a hundredth of them. */
const REAL_PACE = 1;
const QUICK_PACE = 0.01;
/**
 * Lists: the cluster, control plane, groups, machines, and what the provider has of the cluster and of its machines. A new process
 * also asks which kinds the three groups of the API have.
 */
const MAX_REQUESTS_PER_LOOK = 9;
/** Magnum asks its driver for each cluster so often. */
const MAGNUM_POLL_S = 10;

type ManagedBench = Bench & { market: ClusterApiMarket; setPace(pace: number): Promise<void> };

const orderOfMachines = ({ market, endpoints }: ManagedBench, name: string, machines: number) => {
  const order = clusterApiOrder(market, endpoints, name);
  return { ...order, attributes: { ...order.attributes, node_count: machines - 1 } };
};

async function startManaged(given: BenchContext): Promise<ManagedBench> {
  const started = await startBench(given);
  const management = await startSimulator('cluster-api');
  given.undoLater(() => management.stop());
  const market = await sellClusterApi(started.endpoints, simulatedManagement(management.printed));
  const backends = { ...started.backends, management: management.url };
  return { ...started, backends, market, setPace: (pace) => management.setDelays({ pace }) };
}

async function measureSizes(bench: ManagedBench, sizes: readonly number[], pace: number): Promise<SizedRun[]> {
  const runs: SizedRun[] = [];
  for (const machines of sizes) {
    await bench.setPace(QUICK_PACE);
    if (pace > QUICK_PACE) await measureOrder(bench, orderOfMachines(bench, `warm-${machines}`, machines));
    await bench.setPace(pace);
    runs.push({ machines, ...(await measureOrder(bench, orderOfMachines(bench, `sized-${machines}`, machines))) });
  }
  return runs;
}

/** How often one cluster was looked at. */
const looksFigure = ({ machines, tookMs, creation }: SizedRun): Figure => ({
  name: `Cluster API, cluster of ${machines} machines: time between looks`,
  value: tookMs / 1000 / Math.max(1, creation.requestsOfLooks.length),
  unit: 's',
  note: `Magnum polls every ${MAGNUM_POLL_S} s`,
});

async function measureClusterApi(given: BenchContext): Promise<Figure[]> {
  const { progress, isSmall, signal } = given;
  const timeScale = isSmall ? WARM_UP_SCALE : given.timeScale;
  const bench = await startManaged({ ...given, timeScale });
  const runs = await measureSizes(bench, isSmall ? SMALL_SIZES : SIZES, isSmall ? QUICK_PACE : REAL_PACE * timeScale);
  progress(
    runs.map(({ machines, tookMs }) => `${machines} machines OK after ${(tookMs / 1000).toFixed(0)} s`).join(', '),
  );
  const figures = [
    ...runs.flatMap((run) => sizedFigures('Cluster API, cluster', run, MAX_REQUESTS_PER_LOOK)),
    ...growthFigures('Cluster API', runs),
    ...runs.map(looksFigure),
  ];
  await bench.setPace(QUICK_PACE);
  const smallest = (name: string) => orderOfMachines(bench, name, SIZES[0] ?? 3);
  for (const count of isSmall ? SMALL_BURSTS : BURSTS) {
    signal.throwIfAborted();
    const found = burstFigures('of Cluster API', count, await orderAtOnce(bench, count, smallest));
    progress(found.map(({ name, value, unit }) => `${name} ${value.toFixed(1)} ${unit}`).join(', '));
    figures.push(...found);
  }
  return figures;
}

export const clusterApiPart: Part = {
  name: 'cluster-api',
  about:
    'clusters of Cluster API of 3 and 30 machines, and 1, 20 and 100 of them at the same time: times, requests of a look',
  measures: ['functions', 'shared', 'statemachines', 'infra', 'package-lock.json'],
  run: measureClusterApi,
};
