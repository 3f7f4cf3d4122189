import { backendCalls } from '../adapters/backend-calls.ts';
import { BackendConflict, BackendNotFound, BackendUnauthorized } from '../errors.ts';
import type { Metrics } from '../ports/runtime.ts';
import { actingAs } from './acting-user.ts';
import { readEnv, stageEnv } from './env.ts';
import { tracer } from './lambda-tracer.ts';
import { type ContextLogger, lambdaLogger } from './logger.ts';
import { lambdaMetrics, type PublishedMetrics } from './metrics.ts';
import type { Annotations, Tracer } from './tracer.ts';

export type Telemetry = { log: ContextLogger; metrics: PublishedMetrics; tracer: Tracer };

/**
 * Makes the logger, metrics and tracer of a Lambda function. Call this once per process. `service` is the function's
 * folder, such as `api/records`.
 */
export function lambdaTelemetry(service: string): Telemetry {
  const metrics = lambdaMetrics(readEnv(stageEnv).STAGE);
  watchBackendCalls({ metrics, tracer });
  return { log: lambdaLogger(service), metrics, tracer };
}

/**
 * Runs and traces one invocation of a function. The metrics are published even if the invocation fails. In audit events
 * of changes during the invocation, the actor is the job `name`. The handler can set another actor (`acting-user.ts`).
 */
export async function observe<T>(
  { metrics, tracer }: Pick<Telemetry, 'metrics' | 'tracer'>,
  name: string,
  annotations: Annotations,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await tracer.within(name, annotations, () => actingAs({ kind: 'job', name }, run));
  } catch (error) {
    countRefusedCredential(metrics, error);
    throw error;
  } finally {
    metrics.publish();
  }
}

/**
 * Counts a refused credential. Operators must see this, because all calls to the backend fail until somebody replaces
 * the credential.
 */
export function countRefusedCredential(metrics: Metrics, error: unknown): void {
  if (error instanceof BackendUnauthorized) metrics.add('CredentialsRefused', 1, {});
}

/**
 * Whether a backend's error counts as a failure. BackendNotFound and BackendConflict do not count, because adapters
 * expect them when they look for objects.
 */
const isFailure = (error: unknown): boolean => !(error instanceof BackendNotFound || error instanceof BackendConflict);
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');
const ignore = (): void => undefined;

/** Measures and traces every request to a backend from now on, and counts failed requests. */
export function watchBackendCalls({ metrics, tracer }: { metrics: Metrics; tracer: Tracer }): void {
  const running = new WeakMap<object, { startedMs: number; end(error?: unknown): void }>();
  backendCalls.subscribe({
    start: (call) => {
      running.set(call, { startedMs: performance.now(), end: tracer.beginCall(call.backend, { op: call.op }) });
    },
    asyncEnd: (call) => {
      const { backend, error } = call;
      const { startedMs, end } = running.get(call) ?? {};
      if (startedMs !== undefined) metrics.add('BackendLatency', performance.now() - startedMs, { Backend: backend });
      if (error !== undefined && isFailure(error)) {
        metrics.add('BackendFailures', 1, { Backend: backend, Error: nameOf(error) });
      }
      end?.(error);
    },
    end: ignore,
    asyncStart: ignore,
    error: ignore,
  });
}
