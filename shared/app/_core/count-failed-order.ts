import type { Failure } from '#shared/domain/_core/failure';
import type { Metrics } from '#shared/ports/runtime';

/** Counts a failed order. Called once for each order, by the code that records its failure. */
export function countFailedOrder(metrics: Metrics, failure: Failure): void {
  metrics.add('OrdersErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** Counts a failed upgrade. Called once for each. */
export function countFailedUpgrade(metrics: Metrics, failure: Failure): void {
  metrics.add('UpgradesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** Counts a failed operation on a node. Called once for each. */
export function countFailedNode(metrics: Metrics, failure: Failure): void {
  metrics.add('NodesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

function countTimedOut(metrics: Metrics, { code, step }: Failure): void {
  const isTimedOut = code === 'BOOTSTRAP_TIMEOUT' || code === 'UPGRADE_TIMEOUT' || code === 'DELETION_BLOCKED';
  if (isTimedOut) metrics.add('WaitsTimedOut', 1, { Step: step });
}
