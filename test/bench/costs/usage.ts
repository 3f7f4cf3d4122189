import { z } from 'zod';
import type { StageTemplates } from '#test/infra/synth';
import type { EndedInvocation } from '#test/probe/invocation';
import { unitsOf } from '../clusters/capacity-units.ts';
import type { PhaseCounts } from '../clusters/phase-counts.ts';
import { median, sum } from '../statistics.ts';
import type { Usage } from './estimate.ts';

/** The memory of each function, as set in `infra/constructs/service-function.ts`. */
const MEMORY_GB = 0.5;
/**
 * Step Functions logs every event of an execution without the event's data. The size is an estimate, because the
 * emulator writes no such log.
 */
const BYTES_PER_EVENT = 600;
const MINUTES_PER_MONTH = 30 * 24 * 60;
/** The sample installation has one Rancher, one cloud and one tenant, each with one secret. */
const SECRETS = 3;

const gbSeconds = (milliseconds: number): number => (milliseconds / 1000) * MEMORY_GB;

/** The usage of one order. Polling of the order's state by clients is not counted. */
export function usageOf(phase: PhaseCounts): Usage {
  const { transitions, lambdaCalls, looks, webhooks, awsCalls } = phase;
  const secretCall = awsCalls.secretsmanager ?? 0;
  return {
    transition: transitions.planned + transitions.looks,
    lambdaRequest: lambdaCalls + looks + webhooks,
    lambdaGbSecond: gbSeconds(phase.billedMs),
    tableWrite: phase.writeUnits,
    tableRead: phase.readUnits,
    httpRequest: 1 + webhooks,
    event: awsCalls.AWSEvents ?? 0,
    ...{ secretCall, keyCall: secretCall },
    logByte: phase.logs.bytes + phase.events * BYTES_PER_EVENT,
  };
}

const scheduled = z.object({
  Properties: z.object({
    ScheduleExpression: z.string().optional(),
    /** A rule's target has a role only if the rule starts a state machine. Targets that are functions have none. */
    Targets: z.array(z.object({ RoleArn: z.unknown().optional() })).default([]),
  }),
});
/** The transitions of an idle run of `sync-access`: `ListProviders`, `PassProviders`, `PassesDone`, `AllPassed`. */
const TRANSITIONS_PER_RUN = 4;
const UNIT_MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

/**
 * The runs per month of an EventBridge rate, or of an hourly cron expression.
 * @throws Error for any other expression
 */
export function runsPerMonth(expression: string): number {
  if (/^cron\(\d+ \* \* \* \? \*\)$/.test(expression)) return MINUTES_PER_MONTH / 60;
  const [, number, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes = Number(number) * (UNIT_MINUTES[unit] ?? Number.NaN);
  if (!(minutes > 0)) throw new Error(`${expression} is no rate`);
  return MINUTES_PER_MONTH / minutes;
}

/** The monthly usage of an installation without orders: its deployed resources and its idle schedules. */
export function idleUsage(
  { paddock, monitoring }: StageTemplates,
  invocations: readonly EndedInvocation[],
  metrics: number,
): Usage {
  const count = (type: string, of = paddock) => Object.keys(of.findResources(type)).length;
  const rules = Object.values(paddock.findResources('AWS::Events::Rule')).map((item) => scheduled.parse(item));
  const runsOf = (some: typeof rules) =>
    sum(some.map(({ Properties: { ScheduleExpression: rate } }) => (rate ? runsPerMonth(rate) : 0)));
  const runs = runsOf(rules);
  const machineRuns = runsOf(rules.filter(({ Properties }) => Properties.Targets.some(({ RoleArn }) => RoleArn)));
  const idle = invocations.filter((it) => it.function.startsWith('syncs-'));
  const perRun = (of: (it: EndedInvocation) => number) => (idle.length === 0 ? 0 : median(idle.map(of)) * runs);
  return {
    alarm: count('AWS::CloudWatch::Alarm', monitoring),
    dashboard: count('AWS::CloudWatch::Dashboard', monitoring),
    key: count('AWS::KMS::Key'),
    secret: SECRETS + count('AWS::SecretsManager::Secret'),
    metric: metrics,
    transition: machineRuns * TRANSITIONS_PER_RUN,
    lambdaRequest: runs,
    lambdaGbSecond: gbSeconds(perRun(({ durationMs }) => Math.ceil(durationMs))),
    tableRead: perRun(({ calls }) => sum(calls.map((call) => unitsOf(call).read))),
  };
}
