import { type DispatchDeps, dispatchPending } from '#shared/app/marketplace/dispatch-operation';
import type { Metrics } from '#shared/ports/runtime';

/** The stream may still bring a younger row, so such a row does not count as lost. */
const LOST_AFTER_MS = 30_000;

/**
 * Dispatches all rows of the outbox. Counts rows that the stream should have brought.
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
