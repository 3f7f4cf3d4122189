import { backendCalls } from '../adapters/backend-calls.ts';
import { BackendConflict, BackendNotFound } from '../errors.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Tracer } from './tracer.ts';

/** Adapters look for things by asking, and adopt what is there: these two are answers. */
const isFailure = (error: unknown): boolean => !(error instanceof BackendNotFound || error instanceof BackendConflict);
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');
const ignore = (): void => undefined;

/** From now on every request to a backend, whichever adapter makes it, is timed, counted when it fails, and traced. */
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
