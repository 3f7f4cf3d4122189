import type { Failure } from '#shared/domain/_core/failure';
import type { Metrics } from '#shared/ports/metrics';

/** Once for each order, by whoever wrote that it has failed. */
export function countFailedOrder(metrics: Metrics, failure: Failure): void {
  metrics.add('OrdersErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** … for each upgrade. */
export function countFailedUpgrade(metrics: Metrics, failure: Failure): void {
  metrics.add('UpgradesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** … and for each operation on a node. */
export function countFailedNode(metrics: Metrics, failure: Failure): void {
  metrics.add('NodesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

function countTimedOut(metrics: Metrics, { code, step }: Failure): void {
  const isTimedOut = code === 'BOOTSTRAP_TIMEOUT' || code === 'UPGRADE_TIMEOUT' || code === 'DELETION_BLOCKED';
  if (isTimedOut) metrics.add('WaitsTimedOut', 1, { Step: step });
}
