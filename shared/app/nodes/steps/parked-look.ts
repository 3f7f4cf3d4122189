import { completeWait } from '#shared/app/_core/complete-wait';
import type { Target } from '#shared/app/_core/steps/fence';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { newWait } from '#shared/domain/clusters/parked-wait';
import type { Verdict } from '#shared/domain/nodes/bootstrap';
import type { WatchDeps } from './watch-deps.ts';

/**
 * Stores the token before it looks, so that no wake-up in between is lost (docs/spec/design.md#waiting-is-woken). If a
 * wake-up was faster than the look, the machine is already looking again. An open wait ends by a wake-up or by the
 * task's timeout; both look again.
 */
export async function parkedLook(
  deps: WatchDeps,
  cluster: Cluster,
  input: Target & { taskToken: string },
  look: () => Promise<Verdict>,
): Promise<Record<string, never>> {
  const wait = newWait(cluster, input, deps.clock.now());
  await deps.store.waits.park(wait);
  const verdict = await look();
  if (verdict.kind === 'ready') await completeWait(deps, wait, { ready: true });
  if (verdict.kind === 'replace') await completeWait(deps, wait, { ready: false, replace: verdict.nodeUuids });
  if (verdict.kind === 'failed') await completeWait(deps, wait, verdict);
  return {};
}
