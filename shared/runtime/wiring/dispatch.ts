import { dynamoClient } from '../../adapters/dynamodb/dynamo-client.ts';
import { dynamoStore } from '../../adapters/dynamodb/dynamo-store.ts';
import type { DispatchDeps } from '../../app/dispatch-operation.ts';
import { dispatcherEnv, readEnv } from '../env.ts';
import { lambdaLogger } from '../logger.ts';
import { systemClock } from '../system.ts';
import { awsWorkflows } from './aws.ts';

/** Reads the environment (see `dispatcherEnv`); `service` names the function in its log lines. */
export function dispatchDeps(service: string): DispatchDeps {
  const env = readEnv(dispatcherEnv);
  return {
    store: dynamoStore({ tableName: env.TABLE_NAME, client: dynamoClient(), clock: systemClock }),
    workflows: awsWorkflows({ 'process-order': env.STATE_MACHINE_PROCESS_ORDER_ARN }),
    log: lambdaLogger(service),
  };
}
