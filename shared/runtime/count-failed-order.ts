import type { Failure } from '../domain/failure.ts';
import type { Metrics } from './metrics.ts';

/** Once for each order, by whoever wrote that it has failed. */
export function countFailedOrder(metrics: Metrics, { code, owner, step }: Failure): void {
  metrics.add('OrdersErred', 1, { Code: code, Owner: owner });
  if (code === 'BOOTSTRAP_TIMEOUT' || code === 'DELETION_BLOCKED') metrics.add('WaitsTimedOut', 1, { Step: step });
}
