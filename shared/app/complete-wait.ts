import type { Uuid } from '../domain/identifier.ts';
import type { ParkedWait } from '../domain/parked-wait.ts';
import type { WaitFailure } from '../errors.ts';
import type { Wakeups } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

export type WaitDeps = { store: Pick<Store, 'waits'>; wakeups: Wakeups };
/** `ready` false is a wake-up: the machine looks again, when it has made the servers of these nodes again. */
type Completion = { ready: boolean; replace?: readonly Uuid[] } | { error: WaitFailure; message: string };

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
 * Whatever waits for the cluster looks again at once (design decision 6). False when nothing waits, or it has been woken
 * already and has not looked since.
 */
export async function wakeCluster(deps: WaitDeps, clusterUuid: Uuid): Promise<boolean> {
  const wait = await deps.store.waits.find(clusterUuid);
  return wait !== undefined && (await completeWait(deps, wait, { ready: false }));
}
