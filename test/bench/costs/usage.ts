import { z } from 'zod';
import type { StageTemplates } from '#test/infra/synth';
import type { EndedInvocation } from '#test/probe/invocation';
import { unitsOf } from '../clusters/capacity-units.ts';
import type { PhaseCounts } from '../clusters/phase-counts.ts';
import { median, sum } from '../statistics.ts';
import type { Usage } from './estimate.ts';

/** Memory of each function: `infra/constructs/service-function.ts`. */
const MEMORY_GB = 0.5;
/** Step Functions logs every event of an execution, without its data; assumed, since the emulator does not. */
const BYTES_PER_EVENT = 600;
const MINUTES_PER_MONTH = 30 * 24 * 60;
/** One Rancher, one cloud, one tenant: what the sample installation has. */
const SECRETS = 3;

const gbSeconds = (milliseconds: number): number => (milliseconds / 1000) * MEMORY_GB;

/** The usage of one order. Requests for the state of the order are not counted. */
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
    /** A role is what machines are started by, and functions are not. */
    Targets: z.array(z.object({ RoleArn: z.unknown().optional() })).default([]),
  }),
});
/** Transitions of a run of `sync-access` that finds nothing to do: `ListProviders`, `PassProviders`, `PassesDone`, `AllPassed`. */
const TRANSITIONS_PER_RUN = 4;
const UNIT_MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

/** How often in a month a rate of EventBridge, or a minute of every hour, comes. @throws Error for what is neither */
export function runsPerMonth(expression: string): number {
  if (/^cron\(\d+ \* \* \* \? \*\)$/.test(expression)) return MINUTES_PER_MONTH / 60;
  const [, number, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes = Number(number) * (UNIT_MINUTES[unit] ?? Number.NaN);
  if (!(minutes > 0)) throw new Error(`${expression} is no rate`);
  return MINUTES_PER_MONTH / minutes;
}

/** What an installation costs in which nobody orders anything: what is deployed, and its schedules, which find nothing to do. */
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
