import { startLocalCloud } from '#infra/local/local-cloud';
import { synthStage } from '#test/infra/synth';
import { startControlServer } from '#test/probe/control-server';
import { wrapFunctions } from '#test/probe/wrap-functions';
import { type Costed, costedClusters, costFigures } from '../costs/cost-figures.ts';
import { writeCostsPage } from '../costs/costs-page.ts';
import { idleUsage } from '../costs/usage.ts';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';
import { sampleBackends } from './backends.ts';
import { clusterFigures } from './cluster-figures.ts';
import { FULL, scaled } from './critical-path.ts';
import { allRequests } from './phase-counts.ts';
import { type Bench, type ClusterRun, runCluster, type Shape, STAGE } from './run-cluster.ts';

/** The smallest cluster has one server and one agent, because an order needs at least one agent. */
const SHAPES: readonly Shape[] = [
  { servers: 1, agents: 1 },
  { servers: 3, agents: 3 },
  { servers: 5, agents: 16 },
  { servers: 5, agents: 55 },
];
/** Two shapes, because the cost of a node is computed from the difference between clusters. */
const SMALL_SHAPES: readonly Shape[] = [
  { servers: 1, agents: 1 },
  { servers: 1, agents: 2 },
];
/**
 * Before each measurement, a cluster of the same shape runs with a hundredth of the backends' delays. Each function
 * then has enough warm copies, as in an installation in use. Copies that start during the measurement would share this
 * machine's cores, but on AWS each copy has its own cores.
 */
export const WARM_UP_SCALE = 0.01;

export async function startBench({
  home,
  logDir,
  signal,
  progress,
  undoLater,
  timeScale,
}: BenchContext): Promise<Bench> {
  const control = await startControlServer();
  undoLater(control.stop);
  const cloud = await startLocalCloud({
    ...{ home, logDir, signal, log: progress, stage: STAGE, waitScale: timeScale },
    wrapFunctions: wrapFunctions({ url: control.url, asks: false }),
    // The same value as on AWS. By default, the local cloud uses a lower value, which saves memory but costs time.
    appContext: { stepConcurrency: '100' },
  });
  undoLater(cloud.stop);
  return { endpoints: cloud.endpoints, backends: sampleBackends(cloud.endpoints), control, signal };
}

function summary({ nodes, overheadMs, criticalMs, creation }: ClusterRun): string {
  const { transitions, lambdaCalls, looks, webhooks } = creation;
  return [
    `${nodes} VMs OK ${(overheadMs / 1000).toFixed(1)} s beyond ${(criticalMs / 1000).toFixed(0)} s`,
    `${transitions.planned} + ${transitions.looks} transitions`,
    `${lambdaCalls} invocations, ${looks} looks, ${webhooks} webhooks`,
    `${allRequests(creation)} backend requests`,
  ].join('; ');
}

/** Computes the costs. Writes them into the page of costs, except in a trial run at another time scale. */
function costsOf({ control }: Bench, runs: readonly ClusterRun[], timeScale: number): Costed[] {
  const metrics = new Set(
    runs.flatMap(({ creation, deletion }) => [creation, deletion]).flatMap(({ logs }) => logs.metrics),
  );
  const idle = { title: 'an idle month', usage: idleUsage(synthStage(), control.ended, metrics.size) };
  const costed = [...costedClusters(runs), idle];
  if (timeScale === 1) writeCostsPage(costed);
  return costed;
}

async function measureClusters(given: BenchContext): Promise<Figure[]> {
  const { progress, isSmall } = given;
  const timeScale = isSmall ? WARM_UP_SCALE : given.timeScale;
  const bench = await startBench({ ...given, timeScale });
  const runs: ClusterRun[] = [];
  for (const shape of isSmall ? SMALL_SHAPES : SHAPES) {
    if (!isSmall) await runCluster(bench, shape, scaled(FULL, WARM_UP_SCALE));
    const run = await runCluster(bench, shape, scaled(FULL, timeScale));
    progress(summary(run));
    runs.push(run);
  }
  return [...clusterFigures(runs), ...costFigures(costsOf(bench, runs, timeScale))];
}

export const clustersPart: Part = {
  name: 'clusters',
  about: 'whole clusters of 2, 6, 21 and 60 machines: overhead, transitions, invocations, requests, units',
  measures: ['functions', 'shared', 'statemachines', 'infra', 'package-lock.json'],
  run: measureClusters,
};
