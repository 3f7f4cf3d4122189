import type { Ids, Wakeups } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { readEnv, tableEnv } from '../env.ts';
import { type ContextLogger, lambdaLogger } from '../logger.ts';
import { randomIds } from '../system.ts';
import { awsWakeups } from './aws.ts';
import { tableStore } from './table.ts';

export function webhookDeps(service: string): { store: Store; wakeups: Wakeups; ids: Ids; log: ContextLogger } {
  const env = readEnv(tableEnv);
  return {
    store: tableStore(env.TABLE_NAME),
    wakeups: awsWakeups(),
    ids: randomIds,
    log: lambdaLogger(service),
  };
}
