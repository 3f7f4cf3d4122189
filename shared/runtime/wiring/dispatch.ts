import { SFNClient } from '@aws-sdk/client-sfn';
import { stepFunctionsWorkflows } from '../../adapters/aws/workflows.ts';
import { dynamoClient } from '../../adapters/dynamodb/dynamo-client.ts';
import { dynamoStore } from '../../adapters/dynamodb/dynamo-store.ts';
import type { DispatchDeps } from '../../app/dispatch-operation.ts';
import { dispatcherEnv, readEnv } from '../env.ts';
import { lambdaLogger } from '../logger.ts';
import { systemClock } from '../system.ts';

/** StartExecution answers in well under a second; a stream's batch must not hang on one call. */
const STEP_FUNCTIONS_CALL = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
};

/** Reads the environment (see `dispatcherEnv`); `service` names the function in its log lines. */
export function dispatchDeps(service: string): DispatchDeps {
  const env = readEnv(dispatcherEnv);
  return {
    store: dynamoStore({ tableName: env.TABLE_NAME, client: dynamoClient(), clock: systemClock }),
    workflows: stepFunctionsWorkflows({
      client: new SFNClient(STEP_FUNCTIONS_CALL),
      machineArns: { 'process-order': env.STATE_MACHINE_PROCESS_ORDER_ARN },
    }),
    log: lambdaLogger(service),
  };
}
