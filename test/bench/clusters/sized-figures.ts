import type { Figure } from '../figure.ts';
import { median, percentile } from '../statistics.ts';
import { sizeFigures } from './cluster-figures.ts';
import type { OrderedAtOnce } from './order-at-once.ts';
import { allRequests, plannedRequests } from './phase-counts.ts';
import type { MeasuredOrder } from './run-cluster.ts';

/** A measured order of a cluster whose machines Rancher or Cluster API creates. */
export type SizedRun = MeasuredOrder & { machines: number };

const mostOfLook = ({ creation }: SizedRun): number => percentile(creation.requestsOfLooks, 1);

/**
 * The figures of a single cluster.
 * @param of the first word of the figures' names, for example `pools`
 * @param perLook the maximum number of requests of one status check
 */
export function sizedFigures(of: string, run: SizedRun, perLook: number): Figure[] {
  const { machines, tookMs, creation, deletion } = run;
  const name = `${of} of ${machines} machines`;
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
    { name: `${name}: backend requests of a look`, value: mostOfLook(run), unit: '', atMost: perLook },
    ...sizeFigures(name, creation),
    { name: `${name}, deletion: backend requests`, value: allRequests(deletion), unit: '' },
  ];
}

/**
 * The number of additional requests for a cluster with more machines: in one status check, and in all other steps
 * together.
 */
export function growthFigures(of: string, runs: readonly SizedRun[]): Figure[] {
  const [least, most] = [runs.at(0), runs.at(-1)];
  if (!least || !most) throw new RangeError('no runs');
  const name = `${of}, ${most.machines} machines in place of ${least.machines}`;
  const further = plannedRequests(most.creation) - plannedRequests(least.creation);
  return [
    { name: `${name}: further requests of a look`, value: mostOfLook(most) - mostOfLook(least), unit: '', atMost: 0 },
    { name: `${name}: further requests besides looks`, value: further, unit: '', atMost: 0 },
  ];
}

export function burstFigures(kind: string, count: number, ended: readonly OrderedAtOnce[]): Figure[] {
  const name = `${count} ${count === 1 ? 'cluster' : 'clusters'} ${kind} at once`;
  const seconds = ended.map(({ tookMs }) => tookMs / 1000);
  return [
    { name: `${name}: not OK`, value: ended.filter(({ isDone }) => !isDone).length, unit: 'clusters', atMost: 0 },
    { name: `${name}: p50`, value: median(seconds), unit: 's', note: 'all functions share this machine’s cores' },
    { name: `${name}: p95`, value: percentile(seconds, 0.95), unit: 's' },
  ];
}
