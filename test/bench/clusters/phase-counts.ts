import type { EndedInvocation } from '#test/probe/invocation';
import { sum } from '../statistics.ts';
import type { BackendRequest } from './backends.ts';
import { unitsOf } from './capacity-units.ts';
import type { FunctionLogs } from './function-logs.ts';
import type { History } from './histories.ts';
import { eventsOnAws, largestPayload, type Transitions, transitionsOf } from './transitions.ts';

/** The resources that one creation or one deletion of a cluster used. */
export type PhaseCounts = {
  transitions: Transitions;
  /** Lambda invocations. Webhooks and repeated status checks are not included. */
  lambdaCalls: number;
  looks: number;
  webhooks: number;
  /** The billed time of all functions. Each invocation is rounded up to a millisecond. */
  billedMs: number;
  readUnits: number;
  writeUnits: number;
  /** Calls to other AWS services: `secretsmanager`, `AWSEvents`, `AWSStepFunctions`. */
  awsCalls: Record<string, number>;
  requests: Record<string, number>;
  /** The number of requests of each status check of machines, in order of time. */
  requestsOfLooks: number[];
  /** The number of events in the largest execution. */
  historyEvents: number;
  events: number;
  payloadBytes: number;
  logs: FunctionLogs;
};

const WEBHOOKS = /^webhooks-/;
/** Functions that run on a schedule, independent of orders. */
const SCHEDULED = /^syncs-/;
const IN_MAPS = ['openstack.ensureServer', 'openstack.deleteServer'];
const WATCHES = ['watch.watchNodes', 'watch.watchCluster', 'watch.watchPools', 'watch.watchClusterApi'];
/** Steps that are repeated until they succeed. */
const LOOPS = [
  'rancher.ensureCluster',
  'rancher.ensurePoolCluster',
  'openstack.checkServersGone',
  'openstack.deleteLeftovers',
  'rancher.deleteCluster',
  'rancher.deletePoolCluster',
  'cluster-api.deleteCluster',
];

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const groups = Map.groupBy(items, keyOf);
  return Object.fromEntries([...groups].map(([key, group]) => [key, group.length]).sort());
}

/**
 * The number of waits that began. The first check of each wait is planned. All further checks are counted in `looks`.
 */
function waitsOf(histories: readonly History[]): number {
  const begun = histories.flatMap(({ events }) =>
    events.flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []),
  );
  return begun.filter((name) => name.startsWith('Begin') && name !== 'BeginOrder').length;
}

const within = ({ startedMs, durationMs }: EndedInvocation, at: number): boolean =>
  at >= Math.floor(startedMs) && at <= startedMs + durationMs;

export type PhaseRecords = {
  invocations: readonly EndedInvocation[];
  histories: readonly History[];
  requests: readonly BackendRequest[];
  logs: FunctionLogs;
};

export function phaseCounts({ invocations, histories, requests, logs }: PhaseRecords): PhaseCounts {
  const ours = invocations.filter((it) => !SCHEDULED.test(it.function));
  const ofSteps = (names: readonly string[]) => ours.filter(({ step }) => names.includes(step ?? ''));
  const webhooks = ours.filter((it) => WEBHOOKS.test(it.function)).length;
  const looks = ofSteps([...WATCHES, ...LOOPS]).length - waitsOf(histories);
  const iterations = ofSteps(IN_MAPS).length;
  const calls = ours.flatMap((it) => it.calls);
  const units = calls.map(unitsOf);
  const events = histories.map((history) => eventsOnAws(history, iterations));
  return {
    transitions: transitionsOf(histories, iterations),
    lambdaCalls: ours.length - webhooks - looks,
    looks,
    webhooks,
    billedMs: sum(ours.map(({ durationMs }) => Math.ceil(durationMs))),
    readUnits: sum(units.map(({ read }) => read)),
    writeUnits: sum(units.map(({ write }) => write)),
    awsCalls: countBy(
      calls.filter(({ service }) => service !== 'DynamoDB'),
      ({ service }) => service,
    ),
    requests: countBy(requests, ({ backend }) => backend),
    requestsOfLooks: ofSteps(WATCHES).map((look) => requests.filter(({ at }) => within(look, at)).length),
    historyEvents: Math.max(0, ...events),
    events: sum(events),
    logs,
    payloadBytes: largestPayload(histories),
  };
}

export const allRequests = ({ requests }: PhaseCounts): number => sum(Object.values(requests));

/**
 * The number of requests without the requests of status checks of machines. The number of status checks depends on the
 * backends' speed.
 */
export const plannedRequests = (phase: PhaseCounts): number => allRequests(phase) - sum(phase.requestsOfLooks);
