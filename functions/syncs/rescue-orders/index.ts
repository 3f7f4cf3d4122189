import type { Context } from 'aws-lambda';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, rescueEnv } from '#shared/runtime/env';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { lambdaTelemetry } from '#shared/runtime/telemetry';
import { awsExecutions, awsSecrets } from '#shared/runtime/wiring/aws';
import { tableStore } from '#shared/runtime/wiring/table';
import { rescue } from './rescue.ts';

const env = readEnv(rescueEnv);
const deps = {
  ...lambdaTelemetry('syncs/rescue-orders'),
  store: tableStore(env),
  clock: systemClock,
  secrets: awsSecrets(),
  stage: env.STAGE,
  executions: awsExecutions(env.STATE_MACHINE_ARNS),
};

/**
 * A schedule invokes this function every five minutes. The function ends orders and other operations whose state
 * machine has ended without recording a result.
 */
export const handler = (_event: unknown, context: Context): Promise<number> =>
  runScheduled(deps, { job: 'rescue orders', context, otherwise: 0 }, () => rescue(deps));
