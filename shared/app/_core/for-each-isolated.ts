import pMap from 'p-map';
import { LOG } from '#shared/contracts/telemetry';
import { BackendThrottled, BackendUnauthorized, BackendUnavailable, Misconfigured } from '#shared/errors';
import type { Logger } from '#shared/ports/runtime';

const AT_A_TIME = 8;
/** The loop stops after this number of failures of the backend. A backend that is down would fail for all items. */
const ENOUGH = 5;

type Work<A> = {
  log: Logger;
  /** Fields that identify the item in the log. */
  about: (item: A) => Record<string, string>;
  /** Records the failure of an item. The failure is also logged. */
  onFailure?: (item: A, error: unknown) => Promise<void>;
};

/**
 * Works on all items, eight at a time. An item that fails does not stop the other items.
 * @returns how many items failed
 * @throws an error that concerns all items. The error is thrown at once if the provider refuses the account, and after
 * several failures if the provider is unavailable
 */
export async function forEachIsolated<A>(
  items: readonly A[],
  { log, about, onFailure }: Work<A>,
  work: (item: A) => Promise<unknown>,
): Promise<number> {
  let [failed, away] = [0, 0];
  await pMap(
    items,
    async (item) => {
      try {
        await work(item);
      } catch (error) {
        if (error instanceof BackendUnauthorized || error instanceof Misconfigured) throw error;
        if (error instanceof BackendUnavailable || error instanceof BackendThrottled) away += 1;
        if (away >= ENOUGH) throw error;
        failed += 1;
        log.warn(LOG.recordNotSynced, { ...about(item), error });
        // Another writer may have changed the record meanwhile. Then the failure is not recorded. If the item fails
        // again, the next run records the new failure.
        await onFailure?.(item, error).catch((reason: unknown) =>
          log.warn(LOG.recordNotSynced, { ...about(item), error: reason }),
        );
      }
    },
    { concurrency: AT_A_TIME },
  );
  return failed;
}
