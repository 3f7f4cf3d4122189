import type { Failure } from '../domain/failure.ts';
import type { Metrics } from './metrics.ts';

/** Once for each order, by whoever wrote that it has failed. */
export function countFailedOrder(metrics: Metrics, failure: Failure): void {
  metrics.add('OrdersErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** … and for each operation on a node. */
export function countFailedNode(metrics: Metrics, failure: Failure): void {
  metrics.add('NodesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

function countTimedOut(metrics: Metrics, { code, step }: Failure): void {
  if (code === 'BOOTSTRAP_TIMEOUT' || code === 'DELETION_BLOCKED') metrics.add('WaitsTimedOut', 1, { Step: step });
}
