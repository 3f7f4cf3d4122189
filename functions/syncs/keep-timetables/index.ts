import type { Context } from 'aws-lambda';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, timetablesEnv } from '#shared/runtime/env';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { lambdaTelemetry } from '#shared/runtime/telemetry';
import { tableStore } from '#shared/runtime/wiring/table';
import { jobOf, keep } from './keep.ts';

const env = readEnv(timetablesEnv);
const deps = {
  ...lambdaTelemetry('syncs/keep-timetables'),
  store: tableStore(env),
  clock: systemClock,
  ids: randomIds,
  site: env.SITE_SETTINGS,
};

/**
 * Two EventBridge schedules invoke this function. One runs every five minutes, for the hibernation schedules of
 * clusters. The other runs every hour, for the end dates of resources.
 */
export const handler = (event: unknown, context: Context): Promise<number> => {
  const part = jobOf(event);
  const run = { job: 'keep timetables', part, context, otherwise: 0 };
  return runScheduled(deps, run, () => keep(deps, part));
};
