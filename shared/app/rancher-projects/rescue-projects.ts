import { LOG } from '#shared/contracts/telemetry';
import type { Failure } from '#shared/domain/_core/failure';
import { failureOfLost } from '#shared/domain/clusters/ended-execution';
import { type Order, PROJECT_MACHINES } from '#shared/domain/marketplace/order';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock, Executions, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { isLeftAlone, isWaiting, PER_RUN, rescueEach } from '../reconciliation/lost-operations.ts';
import { failProjectOrder } from './fail-project.ts';

type Deps = { store: Store; executions: Executions; clock: Clock; log: Logger };
/** Failures that the run has recorded on orders, and the errors of the run itself. */
export type RescuedProjects = { failures: Failure[]; errors: unknown[] };

/** Orders of projects that are in progress and were not changed for some minutes, the oldest change first. */
async function ordersAtWork(deps: Deps): Promise<Order[]> {
  const scope = { visibility: 'all' as const, where: { state: ['executing'] } };
  const isOurs = (order: Order) => order.rancherProject !== undefined && isLeftAlone(deps, order);
  const { items } = await deps.store.orders.list(scope, WHOLE_LIST, isOurs);
  return items.sort((one, other) => one.modified.localeCompare(other.modified)).slice(0, PER_RUN);
}

/**
 * Ends one order if its state machine never began, or has ended without ending the order. The state of the execution is
 * read first. If the execution has ended, the records that are read afterwards contain its last write.
 */
async function rescueOne(deps: Deps, { uuid: orderUuid, type, resourceUuid }: Order): Promise<Failure | undefined> {
  const { store, executions, clock, log } = deps;
  const operationUuid = (await store.resources.find(resourceUuid))?.rancherProject?.operationUuid;
  if (operationUuid === undefined || (await isWaiting(deps, operationUuid))) return undefined;
  const machine = PROJECT_MACHINES[type];
  const state = await executions.stateOf({ uuid: operationUuid, machine });
  if (state.kind === 'running') return undefined;
  const lastError = failureOfLost(machine, state, clock.now().toISOString());
  if (!(await failProjectOrder(deps, { operationUuid, resourceUuid }, lastError))) return undefined;
  log.error(LOG.orderRescued, { orderUuid, resourceUuid, operationUuid, execution: state.kind, lastError });
  return lastError;
}

/**
 * Ends each order of a project if the order's state machine was stopped, has died or never began. Customers can retry
 * such an order. A running execution is left alone, even if it takes very long.
 */
export const rescueProjects = async (deps: Deps): Promise<RescuedProjects> =>
  rescueEach(deps, await ordersAtWork(deps), {
    rescueOne: (order) => rescueOne(deps, order),
    idsOf: ({ uuid: orderUuid }) => ({ orderUuid }),
  });
