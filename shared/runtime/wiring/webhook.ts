import type { Ids, Wakeups } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { readEnv, tableEnv } from '../env.ts';
import { randomIds } from '../system.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { awsWakeups } from './aws.ts';
import { tableStore } from './table.ts';

export function webhookDeps(service: string): Telemetry & { store: Store; wakeups: Wakeups; ids: Ids } {
  const env = readEnv(tableEnv);
  return {
    store: tableStore(env.TABLE_NAME),
    wakeups: awsWakeups(),
    ids: randomIds,
    ...lambdaTelemetry(service),
  };
}
