import type { Uuid } from '#shared/domain/_core/identifier';
import type { Clock } from '#shared/ports/runtime';
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
