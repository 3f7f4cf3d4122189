import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, timetablesEnv } from '#shared/runtime/env';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { tableStore } from '#shared/runtime/wiring/table';
import { keep } from './keep.ts';

const env = readEnv(timetablesEnv);
const telemetry = lambdaTelemetry('syncs/keep-timetables');
const deps = {
  store: tableStore(env),
  clock: systemClock,
  ids: randomIds,
  site: env.SITE_SETTINGS,
  log: telemetry.log,
};

/** Invoked every five minutes: hibernates and wakes up clusters as their schedules say. */
export const handler = (): Promise<number> => observe(telemetry, 'keep timetables', {}, () => keep(deps));
