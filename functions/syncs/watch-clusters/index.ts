import { readEnv, tableEnv } from '#shared/runtime/env';
import { systemClock } from '#shared/runtime/system';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedOpenStack } from '#shared/runtime/wiring/backends';
import { tableStore } from '#shared/runtime/wiring/table';
import { type Pass, watch } from './watch.ts';

const env = readEnv(tableEnv);
const telemetry = lambdaTelemetry('syncs/watch-clusters');
const store = tableStore(env.TABLE_NAME);
const openstack = connectedOpenStack(store, awsSecrets(), env.STAGE);
const deps = { ...telemetry, store, openstack, clock: systemClock };

/** Invoked every few minutes: managed clusters as their clouds have them. */
export const handler = (): Promise<Pass> => observe(telemetry, 'watch clusters', {}, () => watch(deps));
