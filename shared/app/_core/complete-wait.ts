import type { Uuid } from '#shared/domain/_core/identifier';
import { dependsOnNode, type ParkedWait } from '#shared/domain/clusters/waits/parked-wait';
import type { WaitFailure } from '#shared/errors';
import type { Clock, Wakeups } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type WaitDeps = { store: Pick<Store, 'waits'>; wakeups: Wakeups };
/**
 * The output of the task for which the state machine waits. With `ready: false`, the state machine polls its nodes
 * again. With `replace`, the state machine creates the servers of these nodes again before the next poll. With `soon`,
 * the next poll begins after a second. With `overdue`, the deadline has passed, and the state machine does not poll
 * again.
 */
export type Completion =
  | { ready: boolean; replace?: readonly Uuid[]; soon?: true; overdue?: true }
  | { error: WaitFailure; message: string };

/**
 * A state machine is woken once for all changes within a second, because its next poll finds all of these changes
 * (docs/spec/design.md#waiting-is-woken).
 */
const COUNTS_ONCE_MS = 1000;

/**
 * Takes the task token, then completes the task. If several callers try this at once, only one gets the token. All
 * other calls return `taken`. The result is `expired` if the state machine no longer waits with this token.
 */
export async function tryToComplete(
  { store, wakeups }: WaitDeps,
  wait: ParkedWait,
  completion: Completion,
): Promise<'completed' | 'taken' | 'expired'> {
  if (!(await store.waits.take(wait))) return 'taken';
  const { taskToken } = wait;
  const isCompleted =
    'ready' in completion
      ? await wakeups.succeed(taskToken, completion)
      : await wakeups.fail(taskToken, completion.error, completion.message);
  return isCompleted ? 'completed' : 'expired';
}

/** Takes the task token, then completes the task. Returns false if the task could not be completed. */
export async function completeWait(deps: WaitDeps, wait: ParkedWait, completion: Completion): Promise<boolean> {
  return (await tryToComplete(deps, wait, completion)) === 'completed';
}

/**
 * Wakes the state machines that wait for the cluster, or only those that wait for the node. A woken state machine polls
 * its nodes at once, or after a second if its last poll was within the last second. Returns false if no state machine
 * waits, or if all of them were woken before and have not polled since.
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
