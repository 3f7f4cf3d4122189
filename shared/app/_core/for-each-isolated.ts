import pMap from 'p-map';
import { LOG } from '#shared/contracts/telemetry';
import { BackendThrottled, BackendUnauthorized, BackendUnavailable, Misconfigured } from '#shared/errors';
import type { Logger } from '#shared/ports/runtime';

const AT_A_TIME = 8;
/** A backend that is away answers nobody: after so many its other records are not worth waiting for. */
const ENOUGH = 5;

type Work<A> = {
  log: Logger;
  /** Names the item in the log. */
  about: (item: A) => Record<string, string>;
  /** What is kept of a failure, beside the line in the log. */
  onFailure?: (item: A, error: unknown) => Promise<void>;
};

/**
 * Works on all items, eight at the same time; one that fails keeps no other from being worked on. @returns how many failed
 * @throws what is wrong with the provider as a whole: a refused account at once, an absence when it is no chance any more
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
        // Somebody else may be writing the same record: then it is told of at the next pass.
        await onFailure?.(item, error).catch((reason: unknown) =>
          log.warn(LOG.recordNotSynced, { ...about(item), error: reason }),
        );
      }
    },
    { concurrency: AT_A_TIME },
  );
  return failed;
}
