import pMap from 'p-map';
import { LOG } from '#shared/contracts/telemetry';
import type { Failure } from '#shared/domain/_core/failure';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { LookedUpMachine } from '#shared/domain/clusters/ended-execution';
import { Superseded, VersionConflict } from '#shared/errors';
import type { Clock, Executions, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

/** How many operations are checked at a time. */
export const AT_A_TIME = 8;
/**
 * Minimum age, in milliseconds, of an operation's last write before the operation is checked. The dispatcher, its
 * schedule and the Lambda of a step together need less time.
 */
export const LEFT_ALONE_MS = 5 * 60_000;

export const isLeftAlone = ({ clock }: { clock: Clock }, { modified }: { modified: string }): boolean =>
  clock.now().getTime() - Date.parse(modified) >= LEFT_ALONE_MS;

/**
 * Whether an operation is still in the outbox and will be started by a scheduled job. Returns false if the operation's
 * outbox row cannot be parsed, because the operation is then never started.
 */
export async function isWaiting({ store }: { store: Pick<Store, 'outbox'> }, operationUuid: Uuid): Promise<boolean> {
  const found = await store.outbox.find(operationUuid);
  return found !== undefined && found !== 'unreadable';
}

/** The operation of an item whose execution decides whether the item is rescued. */
type OperationOf = { operationUuid: Uuid; machine: LookedUpMachine };
type Rescuing<T> = {
  operationOf(item: T): OperationOf | undefined;
  rescueOne(item: T): Promise<Failure | undefined>;
  /** The ids by which the log names the item if it could not be checked. */
  idsOf(item: T): Record<string, unknown>;
};

/** Leaves out the items whose execution runs. Lists the running executions once for each state machine. */
async function withoutRunning<T>(
  { executions }: { executions: Pick<Executions, 'listRunning'> },
  items: readonly T[],
  operationOf: Rescuing<T>['operationOf'],
): Promise<T[]> {
  const machines = new Set(items.flatMap((item) => operationOf(item)?.machine ?? []));
  const running = new Set<Uuid>();
  for (const machine of machines) for (const uuid of await executions.listRunning(machine)) running.add(uuid);
  return items.filter((item) => {
    const operation = operationOf(item);
    return operation !== undefined && !running.has(operation.operationUuid);
  });
}

/**
 * Rescues each item whose execution does not run, even if another item fails. However many operations run, the lost
 * ones among them are found. A concurrent write is no error: the next run checks the item again. Returns the failures
 * that were recorded on the items, and the errors of the run itself.
 */
export async function rescueEach<T>(
  deps: { executions: Pick<Executions, 'listRunning'>; log: Logger },
  items: readonly T[],
  { operationOf, rescueOne, idsOf }: Rescuing<T>,
): Promise<{ failures: Failure[]; errors: unknown[] }> {
  const failures: Failure[] = [];
  const errors: unknown[] = [];
  const rescue = async (item: T) => {
    try {
      const failure = await rescueOne(item);
      if (failure) failures.push(failure);
    } catch (error) {
      if (error instanceof VersionConflict || error instanceof Superseded) return;
      deps.log.error(LOG.orderNotRescued, { ...idsOf(item), error });
      errors.push(error);
    }
  };
  await pMap(await withoutRunning(deps, items, operationOf), rescue, { concurrency: AT_A_TIME });
  return { failures, errors };
}
