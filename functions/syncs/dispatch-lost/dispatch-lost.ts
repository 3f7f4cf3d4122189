import { type DispatchDeps, dispatchPending } from '#shared/app/marketplace/dispatch-operation';
import type { Metrics } from '#shared/ports/runtime';

/** A row of the outbox counts as lost after this time. Until then, the stream may still deliver the row. */
const LOST_AFTER_MS = 30_000;

/**
 * Dispatches all rows that are still in the outbox. Counts late rows, which the stream should have delivered.
 * @throws AggregateError with all failures, so that the run counts as failed
 */
export async function dispatchLost(deps: DispatchDeps & { metrics: Metrics }): Promise<void> {
  const { metrics, clock } = deps;
  const { operations, unreadable, failures } = await dispatchPending(deps);
  for (const { created } of operations) {
    const delay = clock.now().getTime() - Date.parse(created);
    metrics.add('DispatchDelay', delay, {});
    if (delay > LOST_AFTER_MS) metrics.add('OutboxDispatchedLate', 1, {});
  }
  if (unreadable > 0) metrics.add('OutboxUnreadable', unreadable, {});
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} operations could not be dispatched`);
}
