import type { Verdict } from '#shared/domain/bootstrap';
import type { ParkedWait } from '#shared/domain/parked-wait';
import type { Target } from '../_step/fence.ts';
import type { WatchDeps } from './watch-deps.ts';

/** Whoever takes the parked token answers it; when a wake-up was faster, the machine is looking again already. */
async function answer({ store, wakeups }: WatchDeps, wait: ParkedWait, verdict: Verdict): Promise<void> {
  if (verdict.kind === 'waiting' || !(await store.waits.take(wait))) return;
  if (verdict.kind === 'ready') await wakeups.succeed(wait.taskToken, { ready: true });
  else await wakeups.fail(wait.taskToken, verdict.error, verdict.message);
}

/**
 * Design decision 6: parks the token first and looks afterwards, so that a wake-up between look and parking is not lost.
 * A wait that is still open when this returns ends by a wake-up or by the task's timeout; both look again.
 */
export async function parkedLook(
  deps: WatchDeps,
  input: Target & { taskToken: string },
  look: () => Promise<Verdict>,
): Promise<Record<string, never>> {
  const { operationUuid, clusterUuid, taskToken } = input;
  const wait = { operationUuid, clusterUuid, taskToken, parkedAt: deps.clock.now().toISOString() };
  await deps.store.waits.park(wait);
  await answer(deps, wait, await look());
  return {};
}
