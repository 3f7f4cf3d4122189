import { LOG } from '#shared/contracts/telemetry';
import type { Operation } from '#shared/domain/_core/operation';
import type { Clock, Logger, Workflows } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type Outbox<K extends keyof Store['outbox']> = { outbox: Pick<Store['outbox'], K> };
/** What one operation takes to be dispatched; and all that are left. */
export type DispatchOneDeps = { store: Outbox<'remove'>; workflows: Pick<Workflows, 'start'>; log: Logger };
export type DispatchDeps = DispatchOneDeps & {
  store: Outbox<'listPending' | 'postpone' | 'setAside' | 'remove'>;
  clock: Clock;
};
/** `unreadable`: how many rows nobody can start before somebody has mended them. */
export type Dispatched = { operations: Operation[]; unreadable: number; failures: unknown[] };

/** More than a minute's worth of orders; what is beyond waits for the next run. */
export const LOST_PER_RUN = 100;

/** Starts the operation's machine, then forgets the outbox row: a crash in between starts it again, which changes nothing. */
export async function dispatchOperation(
  { store, workflows, log }: DispatchOneDeps,
  operation: Operation,
): Promise<void> {
  await workflows.start(operation);
  await store.outbox.remove(operation);
  const { uuid: operationUuid, clusterUuid, correlationId } = operation;
  log.info(LOG.operationDispatched, { operationUuid, clusterUuid, correlationId });
}

/**
 * One that cannot be started goes behind the others: as many of them as a run takes would keep all the rest waiting for ever.
 * @returns what it failed with, if it did
 */
async function dispatchOrPostpone(deps: DispatchDeps, operation: Operation): Promise<unknown> {
  try {
    return await dispatchOperation(deps, operation);
  } catch (error) {
    const { uuid: operationUuid, clusterUuid, correlationId } = operation;
    deps.log.error(LOG.operationNotDispatched, { operationUuid, clusterUuid, correlationId, error });
    await deps.store.outbox.postpone(operation, deps.clock.now());
    return error;
  }
}

/**
 * Dispatches what still stands in the outbox, first what has waited longest. One that fails keeps no other waiting, nor does a
 * row that cannot be read: it is set aside and named in the log of each run, until it can be read or has been removed.
 */
export async function dispatchPending(deps: DispatchDeps): Promise<Dispatched> {
  const { store, log } = deps;
  const { operations, unreadable } = await store.outbox.listPending(LOST_PER_RUN);
  for (const row of unreadable) {
    log.error(LOG.outboxRowUnreadable, { operationUuid: row.uuid, since: row.since });
    if (!row.isSetAside) await store.outbox.setAside(row);
  }
  const dispatched: Dispatched = { operations: [], unreadable: unreadable.length, failures: [] };
  for (const operation of operations) {
    const failure = await dispatchOrPostpone(deps, operation);
    if (failure === undefined) dispatched.operations.push(operation);
    else dispatched.failures.push(failure);
  }
  return dispatched;
}
