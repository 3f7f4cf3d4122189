import { LOG } from '../contracts/telemetry.ts';
import type { Operation } from '../domain/operation.ts';
import type { Logger, Workflows } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

export type DispatchDeps = { store: Pick<Store, 'outbox'>; workflows: Workflows; log: Logger };

/** More than a minute's worth of orders; what is beyond waits for the next run. */
const LOST_PER_RUN = 100;

/** Starts the operation's machine, then forgets the outbox row: a crash in between starts it again, which changes nothing. */
export async function dispatchOperation({ store, workflows, log }: DispatchDeps, operation: Operation): Promise<void> {
  await workflows.start(operation);
  await store.outbox.remove(operation);
  const { uuid: operationUuid, clusterUuid, correlationId } = operation;
  log.info(LOG.operationDispatched, { operationUuid, clusterUuid, correlationId });
}

/**
 * Dispatches what still stands in the outbox, oldest first. One that fails does not keep the others waiting.
 * @param onDispatched told of each one that was started
 * @throws AggregateError of all failures, so that the run counts as failed
 */
export async function dispatchPending(
  deps: DispatchDeps,
  onDispatched: (operation: Operation) => void = () => undefined,
): Promise<void> {
  const failures: unknown[] = [];
  for (const operation of await deps.store.outbox.listPending(LOST_PER_RUN)) {
    try {
      await dispatchOperation(deps, operation);
      onDispatched(operation);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} operations could not be dispatched`);
}
