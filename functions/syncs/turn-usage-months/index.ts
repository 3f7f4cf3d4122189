import { turnUsageMonths } from '#shared/app/usage/turn-usage-months';
import { readEnv, tableEnv } from '#shared/runtime/env';
import { systemClock } from '#shared/runtime/system';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { tableStore } from '#shared/runtime/wiring/table';

const env = readEnv(tableEnv);
const telemetry = lambdaTelemetry('syncs/turn-usage-months');
const deps = { store: tableStore(env), clock: systemClock, log: telemetry.log };

/** Invoked every hour: at the turn of a month, what clusters use goes on in the new one. */
export const handler = (): Promise<number> => observe(telemetry, 'turn usage months', {}, () => turnUsageMonths(deps));
