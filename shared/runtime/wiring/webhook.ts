import { SFNClient } from '@aws-sdk/client-sfn';
import { stepFunctionsWakeups } from '../../adapters/aws/wakeups.ts';
import { dynamoClient } from '../../adapters/dynamodb/dynamo-client.ts';
import { dynamoStore } from '../../adapters/dynamodb/dynamo-store.ts';
import type { Ids, Wakeups } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { readEnv, tableEnv } from '../env.ts';
import { type ContextLogger, lambdaLogger } from '../logger.ts';
import { randomIds, systemClock } from '../system.ts';

/** Waking a machine is one call that answers in milliseconds. */
const TIMEOUTS = { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true };

export function webhookDeps(service: string): { store: Store; wakeups: Wakeups; ids: Ids; log: ContextLogger } {
  const env = readEnv(tableEnv);
  return {
    store: dynamoStore({ tableName: env.TABLE_NAME, client: dynamoClient(), clock: systemClock }),
    wakeups: stepFunctionsWakeups({ client: new SFNClient({ maxAttempts: 3, requestHandler: TIMEOUTS }) }),
    ids: randomIds,
    log: lambdaLogger(service),
  };
}
