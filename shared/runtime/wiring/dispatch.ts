import type { DispatchDeps } from '#shared/app/marketplace/dispatch-operation';
import type { Store } from '../../ports/store.ts';
import { dispatcherEnv, readEnv } from '../env.ts';
import { systemClock } from '../system.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { awsWorkflows } from './aws.ts';
import { tableStore } from './table.ts';

/** Reads the environment (see `dispatcherEnv`); `service` names the function in its log lines. */
export function dispatchDeps(service: string): DispatchDeps & Telemetry & { store: Store } {
  const env = readEnv(dispatcherEnv);
  return {
    store: tableStore(env),
    workflows: awsWorkflows({
      'process-order': env.STATE_MACHINE_PROCESS_ORDER_ARN,
      'upgrade-cluster': env.STATE_MACHINE_UPGRADE_CLUSTER_ARN,
      'add-node': env.STATE_MACHINE_ADD_NODE_ARN,
      'delete-node': env.STATE_MACHINE_DELETE_NODE_ARN,
      'reconcile-membership': env.STATE_MACHINE_RECONCILE_MEMBERSHIP_ARN,
    }),
    clock: systemClock,
    ...lambdaTelemetry(service),
  };
}
