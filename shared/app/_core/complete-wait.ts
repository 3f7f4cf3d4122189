import type { Uuid } from '#shared/domain/_core/identifier';
import { dependsOnNode, type ParkedWait } from '#shared/domain/clusters/parked-wait';
import type { WaitFailure } from '#shared/errors';
import type { Clock, Wakeups } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type WaitDeps = { store: Pick<Store, 'waits'>; wakeups: Wakeups };
/**
 * `ready` is false for a wake-up: the machine then looks again. With `replace` it creates the servers of these nodes
 * again first. With `soon` it looks in a second.
 */
type Completion = { ready: boolean; replace?: readonly Uuid[]; soon?: true } | { error: WaitFailure; message: string };

/** Wake-ups of the same second count once (docs/spec/design.md#waiting-is-woken): the next look covers them all. */
const COUNTS_ONCE_MS = 1000;

/** Takes the token, then completes the task. Of concurrent callers one does so; for the others it is false. */
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
 * Wakes what waits for the cluster, or for one of its nodes: it looks again at once, or in a second if it looked within
 * the last second. False when nothing waits, or everything has been woken and not looked since.
 */
export async function wakeCluster(
  deps: WaitDeps & { clock: Clock },
  cluster: Pick<ParkedWait, 'settingsUuid' | 'clusterUuid'>,
  nodeUuid?: Uuid,
): Promise<boolean> {
  const waits = (await deps.store.waits.listByCluster(cluster)).filter((wait) => dependsOnNode(wait, nodeUuid));
  const nowMs = deps.clock.now().getTime();
  const woken = await Promise.all(
    waits.map((wait) => {
      const isSoon = nowMs - Date.parse(wait.parkedAt) < COUNTS_ONCE_MS;
      return completeWait(deps, wait, { ready: false, ...(isSoon && { soon: true }) });
    }),
  );
  return woken.includes(true);
}
