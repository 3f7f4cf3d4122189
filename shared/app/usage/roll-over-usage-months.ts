import { LOG } from '#shared/contracts/telemetry';
import { periodOf } from '#shared/domain/usage/billing-period';
import { VersionConflict } from '#shared/errors';
import type { Clock, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { rollOverMonths } from './meter-cluster.ts';

/**
 * Maximum number of usages that one run continues in the new month, so that the run ends within five minutes. A cluster
 * has three usages, one for each component. The next run continues the remaining usages.
 */
const PER_RUN = 9000;

type Deps = { store: Pick<Store, 'usages' | 'offerings' | 'commit'>; clock: Clock; log: Logger };

/**
 * Begins the current month of each usage that continues from an earlier month. A group has the usages of one resource
 * in one month.
 * @returns the number of groups that were continued
 * @throws AggregateError with the failures, so that the run counts as failed
 */
export async function rollOverUsageMonths(deps: Deps): Promise<number> {
  const { store, clock, log } = deps;
  const errors: unknown[] = [];
  let done = 0;
  for (const usages of await store.usages.listRunningBefore(periodOf(clock.now()), PER_RUN)) {
    try {
      await rollOverMonths(deps, usages);
      done += 1;
    } catch (error) {
      // Another run has already continued these usages, or they have ended meanwhile.
      if (error instanceof VersionConflict) continue;
      log.error(LOG.usageMonthNotTurned, { resourceUuid: usages[0]?.resourceUuid, error });
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `the usage month of ${errors.length} resources could not be closed`);
  return done;
}
