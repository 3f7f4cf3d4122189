import type { Clock, Logger } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { systemClock } from '../system.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { tableStore } from './table.ts';

export type StepBase = { store: Store; clock: Clock } & Pick<Telemetry, 'metrics' | 'tracer'>;

/** What every steps Lambda has, made once at cold start; the logger alone differs from call to call. */
export function stepBase(
  service: string,
  tableName: string,
): { base: StepBase; logFor(correlationId: string): Logger } {
  const { log, metrics, tracer } = lambdaTelemetry(service);
  return {
    base: { store: tableStore(tableName), clock: systemClock, metrics, tracer },
    logFor: (correlationId) => log.with({ correlationId }),
  };
}
