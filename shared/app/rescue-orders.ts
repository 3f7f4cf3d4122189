import { LOG } from '../contracts/telemetry.ts';
import { type Cluster, isAtWork } from '../domain/cluster.ts';
import type { Failure } from '../domain/failure.ts';
import type { Uuid } from '../domain/identifier.ts';
import { failureOfLost } from '../domain/lost-execution.ts';
import { LostRace } from '../errors.ts';
import type { Clock, Executions, Logger } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { failOrder, noteFailure } from './fail-order.ts';

type Deps = { store: Store; executions: Executions; clock: Clock; log: Logger };
export type Rescued = { failures: Failure[]; errors: unknown[] };

/** The oldest come first, and what has really been left alone grows older while what runs comes to its end: none is passed by. */
const PER_RUN = 100;
/** Longer than the dispatcher, the schedule behind it and a step's Lambda need together. */
const LEFT_ALONE_MS = 5 * 60_000;

/** The cluster, if nobody has written it for so long and the operation is still to be ended. */
async function leftAlone({ store, clock }: Deps, uuid: Uuid, operationUuid: Uuid): Promise<Cluster | undefined> {
  const cluster = await store.clusters.find(uuid);
  if (cluster === undefined || cluster.operationUuid !== operationUuid || !isAtWork(cluster)) return undefined;
  return clock.now().getTime() - Date.parse(cluster.modified) < LEFT_ALONE_MS ? undefined : cluster;
}

/** An operation that waits in the outbox has not been begun, which the schedule will do; unless nobody can read it. */
async function isWaiting({ store }: Deps, operationUuid: Uuid): Promise<boolean> {
  const found = await store.outbox.find(operationUuid);
  return found !== undefined && found !== 'unreadable';
}

/**
 * The execution is looked at before the record: what it wrote before it ended is seen. The operation is taken from the cluster,
 * so that whatever of it still moves finds itself superseded.
 */
async function rescueOne(deps: Deps, clusterUuid: Uuid, operationUuid: Uuid): Promise<Failure | undefined> {
  if (await isWaiting(deps, operationUuid)) return undefined;
  const state = await deps.executions.stateOf(operationUuid);
  if (state.kind === 'running') return undefined;
  const cluster = await leftAlone(deps, clusterUuid, operationUuid);
  if (cluster === undefined) return undefined;
  const failure = failureOfLost(state, deps.clock.now().toISOString());
  await failOrder(deps, cluster, failure, { operationUuid: undefined });
  const { orderUuid } = cluster;
  deps.log.error(LOG.orderRescued, {
    clusterUuid,
    orderUuid,
    operationUuid,
    execution: state.kind,
    lastError: failure,
  });
  await noteFailure(deps, { clusterUuid, operationUuid }, failure);
  return failure;
}

/**
 * Ends the orders that nobody works on any more although their records say so: their state machine was stopped, died without
 * writing it, or was never begun. They are erred then, and `retry` and `terminate` work again. One that runs is left alone,
 * however long it takes.
 */
export async function rescueOrders(deps: Deps): Promise<Rescued> {
  const { store, clock, log } = deps;
  const before = new Date(clock.now().getTime() - LEFT_ALONE_MS);
  const rescued: Rescued = { failures: [], errors: [] };
  for (const { clusterUuid, operationUuid } of await store.clusters.listAtWork(before, PER_RUN)) {
    try {
      const failure = await rescueOne(deps, clusterUuid, operationUuid);
      if (failure) rescued.failures.push(failure);
    } catch (error) {
      // Who wrote it meanwhile is at work; the next run looks again.
      if (error instanceof LostRace) continue;
      log.error(LOG.orderNotRescued, { clusterUuid, operationUuid, error });
      rescued.errors.push(error);
    }
  }
  return rescued;
}
