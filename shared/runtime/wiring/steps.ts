import type { z } from 'zod';
import type { Clock, Ids, Logger } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { randomIds, systemClock } from '../clock-and-ids.ts';
import type { stepsEnv } from '../env.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { tableStore } from './table.ts';

export type StepBase = {
  store: Store;
  clock: Clock;
  ids: Ids;
  slots: { perProvider: number; keptMs: number };
} & Pick<Telemetry, 'metrics' | 'tracer'>;

/** A function has certainly ended this many seconds after its timeout, even if clocks differ. */
const GRACE_SECONDS = 5;

/**
 * Dependencies of every Lambda with steps. They are made once, at cold start. Only the logger differs from call to
 * call.
 */
export function stepBase(
  service: string,
  env: z.infer<typeof stepsEnv>,
): { base: StepBase; logFor(correlationId: string): Logger } {
  const { log, metrics, tracer } = lambdaTelemetry(service);
  const slots = { perProvider: env.PROVIDER_CONCURRENCY, keptMs: (env.STEP_TIMEOUT_SECONDS + GRACE_SECONDS) * 1000 };
  return {
    base: { store: tableStore(env), clock: systemClock, ids: randomIds, slots, metrics, tracer },
    logFor: (correlationId) => log.with({ correlationId }),
  };
}
