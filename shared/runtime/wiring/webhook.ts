import { dynamoClient } from '../../adapters/dynamodb/dynamo-client.ts';
import { dynamoStore } from '../../adapters/dynamodb/dynamo-store.ts';
import type { Ids, Wakeups } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { readEnv, tableEnv } from '../env.ts';
import { type ContextLogger, lambdaLogger } from '../logger.ts';
import { randomIds, systemClock } from '../system.ts';
import { awsWakeups } from './aws.ts';

export function webhookDeps(service: string): { store: Store; wakeups: Wakeups; ids: Ids; log: ContextLogger } {
  const env = readEnv(tableEnv);
  return {
    store: dynamoStore({ tableName: env.TABLE_NAME, client: dynamoClient(), clock: systemClock }),
    wakeups: awsWakeups(),
    ids: randomIds,
    log: lambdaLogger(service),
  };
}
