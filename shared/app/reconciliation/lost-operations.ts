import { LOG } from '#shared/contracts/telemetry';
import type { Failure } from '#shared/domain/_core/failure';
import type { Uuid } from '#shared/domain/_core/identifier';
import { Superseded, VersionConflict } from '#shared/errors';
import type { Clock, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

/**
 * How many operations one run checks, beginning with the oldest. Old operations end, so later runs reach the newer
 * operations.
 */
export const PER_RUN = 100;
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

type Rescuing<T> = {
  rescueOne(item: T): Promise<Failure | undefined>;
  /** The ids by which the log names the item if it could not be checked. */
  idsOf(item: T): Record<string, unknown>;
};

/**
 * Rescues each item, even if another item fails. A concurrent write is no error: the next run checks the item again.
 * Returns the failures that were recorded on the items, and the errors of the run itself.
 */
export async function rescueEach<T>(
  { log }: { log: Logger },
  items: readonly T[],
  { rescueOne, idsOf }: Rescuing<T>,
): Promise<{ failures: Failure[]; errors: unknown[] }> {
  const failures: Failure[] = [];
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      const failure = await rescueOne(item);
      if (failure) failures.push(failure);
    } catch (error) {
      if (error instanceof VersionConflict || error instanceof Superseded) continue;
      log.error(LOG.orderNotRescued, { ...idsOf(item), error });
      errors.push(error);
    }
  }
  return { failures, errors };
}
