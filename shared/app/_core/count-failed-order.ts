import type { Failure } from '#shared/domain/_core/failure';
import type { Metrics } from '#shared/ports/runtime';

/** Counts a failed order. The code that records an order's failure calls this function once. */
export function countFailedOrder(metrics: Metrics, failure: Failure): void {
  metrics.add('OrdersErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** Counts a failed upgrade or rotation of certificates. The code that records the failure calls this function once. */
export function countFailedUpgrade(metrics: Metrics, failure: Failure): void {
  metrics.add('UpgradesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/**
 * Counts a cluster that could not be hibernated or woken. The code that records the failure calls this function once.
 */
export function countFailedHibernation(metrics: Metrics, failure: Failure): void {
  metrics.add('HibernationsErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** Counts a failed operation on a node. The code that records the failure calls this function once. */
export function countFailedNode(metrics: Metrics, failure: Failure): void {
  metrics.add('NodesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

const TIMED_OUT: ReadonlySet<Failure['code']> = new Set([
  'BOOTSTRAP_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ROTATION_TIMEOUT',
  'HIBERNATION_TIMEOUT',
  'OPERATION_STALLED',
  'DELETION_BLOCKED',
]);
function countTimedOut(metrics: Metrics, { code, step }: Failure): void {
  if (TIMED_OUT.has(code)) metrics.add('WaitsTimedOut', 1, { Step: step });
}
