import { backendCalls } from '../adapters/backend-calls.ts';
import { BackendConflict, BackendNotFound } from '../errors.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Tracer } from './tracer.ts';

/** Adapters search for objects and adopt them, so these two errors are normal answers. */
const isFailure = (error: unknown): boolean => !(error instanceof BackendNotFound || error instanceof BackendConflict);
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');
const ignore = (): void => undefined;

/** Measures and traces every request to a backend from now on, by any adapter, and counts failures. */
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
