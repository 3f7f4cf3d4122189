import type { Context } from 'aws-lambda';
import { rollOverUsageMonths } from '#shared/app/usage/roll-over-usage-months';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, tableEnv } from '#shared/runtime/env';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { lambdaTelemetry } from '#shared/runtime/telemetry';
import { tableStore } from '#shared/runtime/wiring/table';

const env = readEnv(tableEnv);
const deps = { ...lambdaTelemetry('syncs/roll-over-usage-months'), store: tableStore(env), clock: systemClock };

/**
 * A schedule invokes this function every hour. At the start of a month, the function begins new usage records for all
 * components that are still in use.
 */
export const handler = (_event: unknown, context: Context): Promise<number> =>
  runScheduled(deps, { job: 'turn usage months', context, otherwise: 0 }, () => rollOverUsageMonths(deps));
