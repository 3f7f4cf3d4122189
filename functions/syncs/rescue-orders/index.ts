import { readEnv, rescueEnv } from '#shared/runtime/env';
import { systemClock } from '#shared/runtime/system';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { awsExecutions } from '#shared/runtime/wiring/aws';
import { tableStore } from '#shared/runtime/wiring/table';
import { rescue } from './rescue.ts';

const env = readEnv(rescueEnv);
const deps = {
  ...lambdaTelemetry('syncs/rescue-orders'),
  store: tableStore(env),
  clock: systemClock,
  executions: awsExecutions({
    'process-order': env.STATE_MACHINE_PROCESS_ORDER_ARN,
    'upgrade-cluster': env.STATE_MACHINE_UPGRADE_CLUSTER_ARN,
    'add-node': env.STATE_MACHINE_ADD_NODE_ARN,
    'delete-node': env.STATE_MACHINE_DELETE_NODE_ARN,
    'provision-infrastructure': env.STATE_MACHINE_PROVISION_INFRASTRUCTURE_ARN,
    'create-cluster': env.STATE_MACHINE_CREATE_CLUSTER_ARN,
    'delete-cluster': env.STATE_MACHINE_DELETE_CLUSTER_ARN,
  }),
};

/** Invoked every five minutes: ends orders when their state machine ended without recording it. */
export const handler = (): Promise<number> => observe(deps, 'rescue orders', {}, () => rescue(deps));
