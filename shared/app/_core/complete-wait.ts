import type { Uuid } from '#shared/domain/_core/identifier';
import { concerns, type ParkedWait } from '#shared/domain/clusters/parked-wait';
import type { WaitFailure } from '#shared/errors';
import type { Clock, Wakeups } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type WaitDeps = { store: Pick<Store, 'waits'>; wakeups: Wakeups };
/**
 * `ready` false is a wake-up: the machine looks again, when it has made the servers of these nodes again, or a second later
 * where that is `soon` enough.
 */
type Completion = { ready: boolean; replace?: readonly Uuid[]; soon?: true } | { error: WaitFailure; message: string };

/** Wake-ups of the same second count once (docs/spec/design.md#waiting-is-woken): what follows a look so closely is looked at together. */
const COUNTS_ONCE_MS = 1000;

/** Takes the token and then completes it, so that of several who do so at once one does. False when somebody was faster. */
export async function completeWait(
  { store, wakeups }: WaitDeps,
  wait: ParkedWait,
  completion: Completion,
): Promise<boolean> {
  if (!(await store.waits.take(wait))) return false;
  if ('ready' in completion) return wakeups.succeed(wait.taskToken, completion);
  return wakeups.fail(wait.taskToken, completion.error, completion.message);
}

/**
 * Whatever waits for the cluster, or of one of its nodes for that node, looks again: at once, or in a second when it has begun to
 * look within the last. False when nothing waits, or all has been woken already and has not looked since.
 */
export async function wakeCluster(
  deps: WaitDeps & { clock: Clock },
  cluster: Pick<ParkedWait, 'settingsUuid' | 'clusterUuid'>,
  nodeUuid?: Uuid,
): Promise<boolean> {
  const waits = (await deps.store.waits.listByCluster(cluster)).filter((wait) => concerns(wait, nodeUuid));
  const nowMs = deps.clock.now().getTime();
  const woken = await Promise.all(
    waits.map((wait) => {
      const isSoon = nowMs - Date.parse(wait.parkedAt) < COUNTS_ONCE_MS;
      return completeWait(deps, wait, { ready: false, ...(isSoon && { soon: true }) });
    }),
  );
  return woken.includes(true);
}
