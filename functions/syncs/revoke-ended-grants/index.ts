import type { Context } from 'aws-lambda';
import { revokeEndedGrants } from '#shared/app/organizations/revoke-ended-grants';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { eventsEnv, readEnv } from '#shared/runtime/env';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { lambdaTelemetry } from '#shared/runtime/telemetry';
import { awsEventBus } from '#shared/runtime/wiring/aws';
import { tableStore } from '#shared/runtime/wiring/table';

const env = readEnv(eventsEnv);
const deps = {
  ...lambdaTelemetry('syncs/revoke-ended-grants'),
  store: tableStore(env),
  clock: systemClock,
  ids: randomIds,
  events: awsEventBus(env.EVENT_BUS_NAME),
};

/**
 * A schedule invokes this function every five minutes. The function removes expired roles, and publishes an event for
 * each removed role.
 */
export const handler = (_event: unknown, context: Context): Promise<number> =>
  runScheduled(deps, { job: 'revoke ended grants', context, otherwise: 0 }, () => revokeEndedGrants(deps));
