import type { EndedInvocation } from '#test/probe/invocation';
import { sum } from '../statistics.ts';
import type { BackendRequest } from './backends.ts';
import { unitsOf } from './capacity-units.ts';
import type { FunctionLogs } from './function-logs.ts';
import type { History } from './histories.ts';
import { eventsOnAws, largestPayload, type Transitions, transitionsOf } from './transitions.ts';

/** What one order cost: the creation of a cluster or its deletion. */
export type PhaseCounts = {
  transitions: Transitions;
  /** Invocations, without looks that were not the first of their wait and without webhooks. */
  lambdaCalls: number;
  looks: number;
  webhooks: number;
  /** The sum for all functions, each invocation rounded up. */
  billedMs: number;
  readUnits: number;
  writeUnits: number;
  /** Calls to other services of AWS: `secretsmanager`, `AWSEvents`, `AWSStepFunctions`. */
  awsCalls: Record<string, number>;
  requests: Record<string, number>;
  /** Requests of each look at machines, in the order of time. */
  requestsOfLooks: number[];
  /** Events of the largest execution. */
  historyEvents: number;
  /** Events of all executions. */
  events: number;
  payloadBytes: number;
  logs: FunctionLogs;
};

const WEBHOOKS = /^webhooks-/;
/** Run by the clock, whether there is an order or not. */
const SCHEDULED = /^syncs-/;
const IN_MAPS = ['openstack.ensureServer', 'openstack.deleteServer'];
const WATCHES = ['watch.watchNodes', 'watch.watchCluster', 'watch.watchPools', 'watch.watchClusterApi'];
/** Asked again while the answer is no. */
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

/** How many waits began: what is more than that were looks. */
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

/** Without those of looks at machines, of which the longer the backends take the more there are. */
export const plannedRequests = (phase: PhaseCounts): number => allRequests(phase) - sum(phase.requestsOfLooks);
