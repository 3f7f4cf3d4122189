import { type DispatchDeps, dispatchPending } from '#shared/app/dispatch-operation';
import type { Clock } from '#shared/ports/runtime';
import type { Metrics } from '#shared/runtime/metrics';

/** A younger row is not lost: the stream is about to bring it. */
const LOST_AFTER_MS = 30_000;

/** Dispatches what still stands in the outbox, and counts what the stream should have brought. */
export async function dispatchLost(deps: DispatchDeps & { metrics: Metrics; clock: Clock }): Promise<void> {
  const { metrics, clock } = deps;
  await dispatchPending(deps, ({ created }) => {
    const delay = clock.now().getTime() - Date.parse(created);
    metrics.add('DispatchDelay', delay, {});
    if (delay > LOST_AFTER_MS) metrics.add('OutboxDispatchedLate', 1, {});
  });
}
