import type { Failure } from '#shared/domain/_core/failure';
import type { Metrics } from '#shared/ports/runtime';

/** Counts a failed order. Called once for each order, by the code that records its failure. */
export function countFailedOrder(metrics: Metrics, failure: Failure): void {
  metrics.add('OrdersErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** Counts a failed upgrade or rotation of certificates. Called once for each failure. */
export function countFailedUpgrade(metrics: Metrics, failure: Failure): void {
  metrics.add('UpgradesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** Counts a cluster that could not be hibernated or woken. Called once for each such cluster. */
export function countFailedHibernation(metrics: Metrics, failure: Failure): void {
  metrics.add('HibernationsErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

/** Counts a failed operation on a node. Called once for each failed operation. */
export function countFailedNode(metrics: Metrics, failure: Failure): void {
  metrics.add('NodesErred', 1, { Code: failure.code, Owner: failure.owner });
  countTimedOut(metrics, failure);
}

const TIMED_OUT: ReadonlySet<Failure['code']> = new Set([
  'BOOTSTRAP_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ROTATION_TIMEOUT',
  'HIBERNATION_TIMEOUT',
  'DELETION_BLOCKED',
]);
function countTimedOut(metrics: Metrics, { code, step }: Failure): void {
  if (TIMED_OUT.has(code)) metrics.add('WaitsTimedOut', 1, { Step: step });
}
