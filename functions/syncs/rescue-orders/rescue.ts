import { rescueOrders } from '#shared/app/rescue-orders';
import { countFailedOrder } from '#shared/runtime/count-failed-order';
import type { Metrics } from '#shared/runtime/metrics';

type Deps = Parameters<typeof rescueOrders>[0] & { metrics: Metrics };

/**
 * Ends what nobody works on any more, and counts it.
 * @returns how many orders were ended
 * @throws AggregateError of what could not be looked at, so that the run counts as failed
 */
export async function rescue(deps: Deps): Promise<number> {
  const { failures, errors } = await rescueOrders(deps);
  for (const failure of failures) countFailedOrder(deps.metrics, failure);
  if (failures.length > 0) deps.metrics.add('OrdersRescued', failures.length, {});
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders could not be looked at`);
  return failures.length;
}
