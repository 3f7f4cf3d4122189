import type { Clock, Logger } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { lambdaLogger } from '../logger.ts';
import { systemClock } from '../system.ts';
import { tableStore } from './table.ts';

/** What every steps Lambda has, made once at cold start; the logger alone differs from call to call. */
export function stepBase(
  service: string,
  tableName: string,
): { base: { store: Store; clock: Clock }; logFor(correlationId: string): Logger } {
  const log = lambdaLogger(service);
  return {
    base: { store: tableStore(tableName), clock: systemClock },
    logFor: (correlationId) => log.with({ correlationId }),
  };
}
