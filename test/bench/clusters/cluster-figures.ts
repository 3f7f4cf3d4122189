import type { Figure } from '../figure.ts';
import { lineThrough, percentile } from '../statistics.ts';
import { allRequests, type PhaseCounts, plannedRequests } from './phase-counts.ts';
import type { ClusterRun } from './run-cluster.ts';

const MAX_OVERHEAD_S = 10;
const MAX_OVERHEAD_PERCENT = 10;
/** The number of machines for which docs/spec/design.md#figures sets the target. */
const OVERHEAD_TARGET_NODES = 6;
const MAX_REQUESTS_PER_LOOK = 2;
const MAX_EVENTS = 2500;
const MAX_PAYLOAD_KB = 32;
const LARGEST_CLUSTER = 200;

const label = ({ nodes }: ClusterRun): string => `${nodes} VMs`;

function overheadFigures(run: ClusterRun): Figure[] {
  const isTarget = run.nodes === OVERHEAD_TARGET_NODES;
  const note = `beyond a critical path of ${(run.criticalMs / 1000).toFixed(0)} s`;
  const seconds = { name: `${label(run)}: overhead`, value: run.overheadMs / 1000, unit: 's', note };
  const share = {
    name: `${label(run)}: overhead of critical path`,
    value: (100 * run.overheadMs) / run.criticalMs,
    unit: '%',
  };
  if (!isTarget) return [seconds, share];
  return [
    { ...seconds, atMost: MAX_OVERHEAD_S, waldur: '245.5 s for 3 nodes, 244 s of it fixed waits' },
    { ...share, atMost: MAX_OVERHEAD_PERCENT },
  ];
}

function budgetFigures(run: ClusterRun): Figure[] {
  const { nodes, creation } = run;
  const { planned, looks } = creation.transitions;
  const byBackend = Object.entries(creation.requests).map(([backend, count]) => `${backend} ${count}`);
  return [
    {
      name: `${label(run)}: state transitions`,
      value: planned,
      unit: '',
      atMost: 40 + 5 * nodes,
      note: `and ${looks} of looks`,
    },
    {
      name: `${label(run)}: Lambda invocations`,
      value: creation.lambdaCalls,
      unit: '',
      atMost: 25 + 3 * nodes,
      note: `and ${creation.looks} looks, ${creation.webhooks} webhooks`,
    },
    {
      name: `${label(run)}: backend requests`,
      value: plannedRequests(creation),
      unit: '',
      atMost: 40 + 4 * nodes,
      note: `and ${allRequests(creation) - plannedRequests(creation)} of looks; in all: ${byBackend.join(', ')}`,
      ...(nodes === OVERHEAD_TARGET_NODES && { waldur: "35 for 3 nodes, without OpenStack's" }),
    },
    {
      name: `${label(run)}: backend requests of a look`,
      value: percentile(creation.requestsOfLooks, 1),
      unit: '',
      atMost: MAX_REQUESTS_PER_LOOK,
      note: `the most of ${creation.requestsOfLooks.length} looks; a login is a request too`,
    },
    ...sizeFigures(label(run), creation),
  ];
}

/** Further figures for which AWS has a limit or a price. Transitions and invocations are not included. */
export const sizeFigures = (name: string, creation: PhaseCounts): Figure[] => [
  { name: `${name}: largest history`, value: creation.historyEvents, unit: 'events', atMost: MAX_EVENTS },
  { name: `${name}: largest payload`, value: creation.payloadBytes / 1024, unit: 'KB', atMost: MAX_PAYLOAD_KB },
  { name: `${name}: billed`, value: creation.billedMs, unit: 'ms of 512 MB' },
  { name: `${name}: DynamoDB reads`, value: creation.readUnits, unit: 'units' },
  { name: `${name}: DynamoDB writes`, value: creation.writeUnits, unit: 'units' },
];

function deletionFigures(run: ClusterRun): Figure[] {
  const { deletion } = run;
  const name = `${label(run)}, deletion`;
  return [
    { name: `${name}: state transitions`, value: deletion.transitions.planned + deletion.transitions.looks, unit: '' },
    { name: `${name}: Lambda invocations`, value: deletion.lambdaCalls + deletion.looks, unit: '' },
    { name: `${name}: backend requests`, value: allRequests(deletion), unit: '' },
  ];
}

const SLOPES: readonly [what: string, unit: string, of: (creation: PhaseCounts) => number][] = [
  ['state transitions', '', ({ transitions }) => transitions.planned],
  ['Lambda invocations', '', ({ lambdaCalls }) => lambdaCalls],
  ['backend requests', '', plannedRequests],
  ['billed', 'ms of 512 MB', ({ billedMs }) => billedMs],
  ['DynamoDB reads', 'units', ({ readUnits }) => readUnits],
  ['DynamoDB writes', 'units', ({ writeUnits }) => writeUnits],
];

const line = (runs: readonly ClusterRun[], of: (creation: PhaseCounts) => number) =>
  lineThrough(runs.map(({ nodes, creation }) => ({ x: nodes, y: of(creation) })));

/** The cost of a cluster without nodes, the cost of each node, and the resulting cost of the largest cluster. */
function slopeFigures(runs: readonly ClusterRun[]): Figure[] {
  const slopes = SLOPES.flatMap(([what, unit, of]) => {
    const { fixed, perUnit } = line(runs, of);
    return [
      { name: `per cluster: ${what}`, value: fixed, unit },
      { name: `per node: ${what}`, value: perUnit, unit },
    ];
  });
  const at = ({ fixed, perUnit }: ReturnType<typeof lineThrough>) => fixed + perUnit * LARGEST_CLUSTER;
  const measured = `along the line through ${runs.map(({ nodes }) => nodes).join(', ')} nodes`;
  const events = at(line(runs, ({ historyEvents }) => historyEvents));
  const payload = at(line(runs, ({ payloadBytes }) => payloadBytes));
  return [
    ...slopes,
    {
      name: `${LARGEST_CLUSTER} nodes: largest history`,
      value: events,
      unit: 'events',
      atMost: MAX_EVENTS,
      note: measured,
    },
    {
      name: `${LARGEST_CLUSTER} nodes: largest payload`,
      value: payload / 1024,
      unit: 'KB',
      atMost: MAX_PAYLOAD_KB,
      note: measured,
    },
  ];
}

export function clusterFigures(runs: readonly ClusterRun[]): Figure[] {
  return [
    ...runs.flatMap((run) => [...overheadFigures(run), ...budgetFigures(run), ...deletionFigures(run)]),
    ...slopeFigures(runs),
  ];
}
