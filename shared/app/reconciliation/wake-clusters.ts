import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import { isAbout, namesOf } from '#shared/domain/clusters/waits/parked-wait';
import type { Clock, Logger } from '#shared/ports/runtime';
import { type WaitDeps, wakeCluster } from '../_core/complete-wait.ts';

/**
 * How many stored waits one call reads. A wait is a record with the task token of a waiting state machine. This number
 * of records is about half a megabyte and fits into one page of a query.
 */
const MAX_READ = 500;
/** How many clusters one call wakes. All other state machines observe their clusters when their waits time out. */
const MAX_WOKEN = 100;
const AT_ONCE = 10;

/**
 * Wakes the state machines that wait for these clusters of the provider. A cluster is named by its uuid, its name, or
 * its id in Rancher. Makes one query for any number of clusters. Returns how many clusters were woken.
 */
export async function wakeClusters(
  deps: WaitDeps & { clock: Clock; log: Logger },
  settingsUuid: Uuid,
  clusters: readonly string[],
): Promise<number> {
  const names = namesOf(clusters);
  const waits = names.size === 0 ? [] : await deps.store.waits.listByProvider(settingsUuid, MAX_READ);
  const named = waits.filter((wait) => isAbout(wait, names)).map(({ clusterUuid }) => clusterUuid);
  const meant = [...new Set(named)].slice(0, MAX_WOKEN);
  let woken = 0;
  for (let start = 0; start < meant.length; start += AT_ONCE) {
    const results = await Promise.all(
      meant.slice(start, start + AT_ONCE).map(async (clusterUuid) => {
        const isWoken = await wakeCluster(deps, { settingsUuid, clusterUuid });
        deps.log.info(LOG.clusterSpokenOf, { settingsUuid, clusterUuid, isWoken });
        return isWoken;
      }),
    );
    woken += results.filter(Boolean).length;
  }
  return woken;
}
