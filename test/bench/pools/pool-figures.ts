import { sizeFigures } from '../clusters/cluster-figures.ts';
import { allRequests, plannedRequests } from '../clusters/phase-counts.ts';
import type { MeasuredOrder } from '../clusters/run-cluster.ts';
import type { Figure } from '../figure.ts';
import { median, percentile } from '../statistics.ts';
import type { OrderedAtOnce } from './pool-orders.ts';

export type PoolRun = MeasuredOrder & { machines: number };

/** The cluster, its machines with their servers (two), its deployments and its templates (docs/pools.md). */
const MAX_REQUESTS_PER_LOOK = 5;

const mostOfLook = ({ creation }: PoolRun): number => percentile(creation.requestsOfLooks, 1);

/** What a cluster with pools takes, by itself. */
export function poolFigures(run: PoolRun): Figure[] {
  const { machines, tookMs, creation, deletion } = run;
  const name = `pools of ${machines} machines`;
  const { planned, looks } = creation.transitions;
  return [
    { name: `${name}: from order to OK`, value: tookMs / 1000, unit: 's', note: 'with the time of the backends' },
    { name: `${name}: state transitions`, value: planned, unit: '', note: `and ${looks} of looks` },
    {
      name: `${name}: Lambda invocations`,
      value: creation.lambdaCalls,
      unit: '',
      note: `and ${creation.looks} looks, ${creation.webhooks} webhooks`,
    },
    {
      name: `${name}: backend requests`,
      value: plannedRequests(creation),
      unit: '',
      note: `and ${allRequests(creation) - plannedRequests(creation)} of ${creation.requestsOfLooks.length} looks`,
    },
    { name: `${name}: backend requests of a look`, value: mostOfLook(run), unit: '', atMost: MAX_REQUESTS_PER_LOOK },
    ...sizeFigures(name, creation),
    { name: `${name}, deletion: backend requests`, value: allRequests(deletion), unit: '' },
  ];
}

/** What more machines add to a look, and to what is asked besides. */
export function growthFigures(runs: readonly PoolRun[]): Figure[] {
  const [least, most] = [runs.at(0), runs.at(-1)];
  if (!least || !most) throw new RangeError('no runs');
  const name = `pools, ${most.machines} machines in place of ${least.machines}`;
  const further = plannedRequests(most.creation) - plannedRequests(least.creation);
  return [
    { name: `${name}: further requests of a look`, value: mostOfLook(most) - mostOfLook(least), unit: '', atMost: 0 },
    { name: `${name}: further requests besides looks`, value: further, unit: '', atMost: 0 },
  ];
}

export function burstFigures(count: number, ended: readonly OrderedAtOnce[]): Figure[] {
  const name = `${count} ${count === 1 ? 'cluster' : 'clusters'} with pools at once`;
  const seconds = ended.map(({ tookMs }) => tookMs / 1000);
  return [
    { name: `${name}: not OK`, value: ended.filter(({ isDone }) => !isDone).length, unit: 'clusters', atMost: 0 },
    { name: `${name}: p50`, value: median(seconds), unit: 's', note: 'all functions share this machine’s cores' },
    { name: `${name}: p95`, value: percentile(seconds, 0.95), unit: 's' },
  ];
}
