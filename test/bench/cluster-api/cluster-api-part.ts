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

/**
 * Numbers of machines in one cluster. The number of requests per status check must not grow with the number of
 * machines.
 */
const SIZES = [3, 30];
const SMALL_SIZES = [3, 4];
/** Numbers of clusters that are ordered at the same moment. Each of these clusters has the smallest size. */
const BURSTS = [1, 20, 100];
const SMALL_BURSTS = [2];
/** The real pace of the in-memory provider. `QUICK_PACE` is a hundred times as fast. */
const REAL_PACE = 1;
const QUICK_PACE = 0.01;
/**
 * The requests of one status check are six lists: the cluster, control plane, groups and machines, and the provider's
 * lists for the cluster and its machines. In a new process, each list first needs a discovery of its API group.
 */
const MAX_REQUESTS_PER_LOOK = 12;
/** Magnum polls its driver for each cluster at this interval. */
const MAGNUM_POLL_S = 10;

/** The shortest pause between two status checks of one order. */
const MIN_PAUSE_MS = 2000;

type ManagedBench = Bench & {
  market: ClusterApiMarket;
  timeScale: number;
  setPace(pace: number): Promise<void>;
  /** How often machines have been listed so far. While orders run, only status checks list machines. */
  countLooks(): Promise<number>;
};

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
  return {
    ...{ ...started, backends, market, timeScale: given.timeScale },
    setPace: (pace) => management.setDelays({ pace }),
    countLooks: () => management.countOf('GET', '/machines'),
  };
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

const looksFigure = ({ machines, tookMs, creation }: SizedRun): Figure => ({
  name: `Cluster API, cluster of ${machines} machines: time between looks`,
  value: tookMs / 1000 / Math.max(1, creation.requestsOfLooks.length),
  unit: 's',
  note: `Magnum polls every ${MAGNUM_POLL_S} s`,
});

/**
 * Measures clusters that are ordered at the same moment. One status check reads all clusters, so more clusters do not
 * need more frequent checks.
 */
async function measureBurst(bench: ManagedBench, count: number, machines: number): Promise<Figure[]> {
  const name = `${count} ${count === 1 ? 'cluster' : 'clusters'} of Cluster API at once`;
  const before = await bench.countLooks();
  let looks = 0;
  const ended = await orderAtOnce(
    bench,
    count,
    (clusterName) => orderOfMachines(bench, clusterName, machines),
    async () => {
      looks = (await bench.countLooks()) - before;
    },
  );
  const longestMs = Math.max(...ended.map(({ tookMs }) => tookMs));
  return [
    ...burstFigures('of Cluster API', count, ended),
    {
      name: `${name}: lists of a kind in ${MIN_PAUSE_MS / 1000} s`,
      value: looks / Math.max(1, longestMs / (MIN_PAUSE_MS * bench.timeScale)),
      ...{ unit: '', atMost: 1 },
      note: `${looks} lists in all; Magnum, with a poll of each cluster every ${MAGNUM_POLL_S} s: ${(count * MIN_PAUSE_MS) / 1000 / MAGNUM_POLL_S}`,
    },
  ];
}

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
  for (const count of isSmall ? SMALL_BURSTS : BURSTS) {
    signal.throwIfAborted();
    const found = await measureBurst(bench, count, SIZES[0] ?? 3);
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
