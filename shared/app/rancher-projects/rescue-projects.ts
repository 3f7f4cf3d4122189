import pMap from 'p-map';
import { LOG } from '#shared/contracts/telemetry';
import type { Failure } from '#shared/domain/_core/failure';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ProjectMachine } from '#shared/domain/_core/operation';
import { failureOfLost } from '#shared/domain/clusters/ended-execution';
import { type Order, PROJECT_MACHINES } from '#shared/domain/marketplace/order';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock, Executions, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { AT_A_TIME, isLeftAlone, isWaiting, rescueEach } from '../reconciliation/lost-operations.ts';
import { failProjectOrder } from './fail-project.ts';

type Deps = { store: Store; executions: Executions; clock: Clock; log: Logger };
/** Failures that the run has recorded on orders, and the errors of the run itself. */
export type RescuedProjects = { failures: Failure[]; errors: unknown[] };

type ProjectWork = Pick<Order, 'resourceUuid'> & { orderUuid: Uuid; operationUuid: Uuid; machine: ProjectMachine };

/** Orders of projects that are in progress and were not changed for some minutes, with the operation of each. */
async function projectsAtWork(deps: Deps): Promise<ProjectWork[]> {
  const scope = { visibility: 'all' as const, where: { state: ['executing'] } };
  const isOurs = (order: Order) => order.rancherProject !== undefined && isLeftAlone(deps, order);
  const { items } = await deps.store.orders.list(scope, WHOLE_LIST, isOurs);
  const works = await pMap(
    items,
    async ({ uuid: orderUuid, type, resourceUuid }): Promise<ProjectWork[]> => {
      const operationUuid = (await deps.store.resources.find(resourceUuid))?.rancherProject?.operationUuid;
      return operationUuid === undefined
        ? []
        : [{ orderUuid, resourceUuid, operationUuid, machine: PROJECT_MACHINES[type] }];
    },
    { concurrency: AT_A_TIME },
  );
  return works.flat();
}

/**
 * Ends one order if its state machine never began, or has ended without ending the order. The state of the execution is
 * read first. If the execution has ended, the records that are read afterwards contain its last write.
 */
async function rescueOne(deps: Deps, work: ProjectWork): Promise<Failure | undefined> {
  const { executions, clock, log } = deps;
  const { orderUuid, resourceUuid, operationUuid, machine } = work;
  if (await isWaiting(deps, operationUuid)) return undefined;
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
  rescueEach(deps, await projectsAtWork(deps), {
    operationOf: (work) => work,
    rescueOne: (work) => rescueOne(deps, work),
    idsOf: ({ orderUuid }) => ({ orderUuid }),
  });
