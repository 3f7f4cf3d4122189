import { LOG } from '#shared/contracts/telemetry';
import type { Clock, Ids, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'runLeases'>; clock: Clock; ids: Ids; log: Logger };
/** `job` names the scheduled job. The run ends within `keptMs`, after which another run may begin. */
type Run<T> = { job: string; keptMs: number; otherwise: T };

/**
 * Runs a scheduled job, unless another run of the job is at work. Then returns `otherwise`, and does nothing. Schedules
 * invoke functions at least once, Lambda repeats runs that failed, and a run may take longer than the time between two.
 */
export async function runAlone<T>(deps: Deps, { job, keptMs, otherwise }: Run<T>, run: () => Promise<T>): Promise<T> {
  const { store, clock, ids, log } = deps;
  const heldUntil = new Date(clock.now().getTime() + keptMs).toISOString();
  const lease = { job, holder: ids.uuid(), heldUntil };
  if (!(await store.runLeases.begin(lease))) {
    log.info(LOG.runSkipped, { job });
    return otherwise;
  }
  try {
    return await run();
  } finally {
    await store.runLeases.end(lease);
  }
}
