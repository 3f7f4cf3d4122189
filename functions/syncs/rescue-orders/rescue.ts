import {
  countFailedHibernation,
  countFailedNode,
  countFailedOrder,
  countFailedUpgrade,
} from '#shared/app/_core/count-failed-order';
import { rescueProjects } from '#shared/app/rancher-projects/rescue-projects';
import { rescueApps } from '#shared/app/reconciliation/rescue-apps';
import { rescueOrders } from '#shared/app/reconciliation/rescue-orders';
import type { Metrics } from '#shared/ports/runtime';

type Deps = Parameters<typeof rescueOrders>[0] & Parameters<typeof rescueApps>[0] & { metrics: Metrics };

/**
 * Ends stalled operations, and counts them.
 * @returns how many orders, upgrades and operations on nodes and applications were ended
 * @throws AggregateError with the errors of operations that could not be checked, so that the run counts as failed
 */
export async function rescue(deps: Deps): Promise<number> {
  const ofClusters = await rescueOrders(deps);
  const ofProjects = await rescueProjects(deps);
  const ofApps = await rescueApps(deps);
  const { upgradeFailures, hibernationFailures, nodeFailures } = ofClusters;
  const failures = [...ofClusters.failures, ...ofProjects.failures];
  const errors = [...ofClusters.errors, ...ofProjects.errors, ...ofApps.errors];
  for (const failure of failures) countFailedOrder(deps.metrics, failure);
  for (const failure of upgradeFailures) countFailedUpgrade(deps.metrics, failure);
  for (const failure of hibernationFailures) countFailedHibernation(deps.metrics, failure);
  for (const failure of nodeFailures) countFailedNode(deps.metrics, failure);
  const lists = [failures, upgradeFailures, hibernationFailures, nodeFailures, ofApps.failures];
  const count = lists.flat().length;
  if (count > 0) deps.metrics.add('OrdersRescued', count, {});
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders could not be checked`);
  return count;
}
