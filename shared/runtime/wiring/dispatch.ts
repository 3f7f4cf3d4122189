import type { DispatchDeps } from '../../app/dispatch-operation.ts';
import { dispatcherEnv, readEnv } from '../env.ts';
import { lambdaLogger } from '../logger.ts';
import { awsWorkflows } from './aws.ts';
import { tableStore } from './table.ts';

/** Reads the environment (see `dispatcherEnv`); `service` names the function in its log lines. */
export function dispatchDeps(service: string): DispatchDeps {
  const env = readEnv(dispatcherEnv);
  return {
    store: tableStore(env.TABLE_NAME),
    workflows: awsWorkflows({ 'process-order': env.STATE_MACHINE_PROCESS_ORDER_ARN }),
    log: lambdaLogger(service),
  };
}
