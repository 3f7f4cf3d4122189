import { LOG } from '#shared/contracts/telemetry';
import { type Operation, subjectOf } from '#shared/domain/_core/operation';
import type { Clock, Logger, Workflows } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type Outbox<K extends keyof Store['outbox']> = { outbox: Pick<Store['outbox'], K> };
export type DispatchOneDeps = { store: Outbox<'remove'>; workflows: Pick<Workflows, 'start'>; log: Logger };
export type DispatchDeps = DispatchOneDeps & {
  store: Outbox<'listPending' | 'postpone' | 'setAside' | 'remove'>;
  clock: Clock;
};
/** `unreadable` is the number of rows that cannot be parsed. An operator must repair them. */
export type Dispatched = { operations: Operation[]; unreadable: number; failures: unknown[] };

/**
 * How many operations one run dispatches. More than 100 orders in a minute are not expected. If there are more, the
 * next run dispatches the rest.
 */
export const LOST_PER_RUN = 100;

/**
 * Starts the operation's state machine, then deletes the operation's row from the outbox. After a crash in between, the
 * operation is started again. The second start has no effect, because an execution with the operation's name already
 * exists.
 */
export async function dispatchOperation(
  { store, workflows, log }: DispatchOneDeps,
  operation: Operation,
): Promise<void> {
  await workflows.start(operation);
  await store.outbox.remove(operation);
  const { uuid: operationUuid, correlationId } = operation;
  log.info(LOG.operationDispatched, { operationUuid, ...subjectOf(operation), correlationId });
}

/**
 * Dispatches an operation. An operation that cannot be started moves to the end of the outbox, so that it does not
 * block the others.
 * @returns the error, if the operation could not be started
 */
async function dispatchOrPostpone(deps: DispatchDeps, operation: Operation): Promise<unknown> {
  try {
    return await dispatchOperation(deps, operation);
  } catch (error) {
    const { uuid: operationUuid, correlationId } = operation;
    deps.log.error(LOG.operationNotDispatched, { operationUuid, ...subjectOf(operation), correlationId, error });
    await deps.store.outbox.postpone(operation, deps.clock.now());
    return error;
  }
}

/**
 * Dispatches the operations in the outbox, oldest first. A failure does not stop the other operations. A row that
 * cannot be parsed moves to the end. Every run logs this row until an operator repairs or removes it.
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
