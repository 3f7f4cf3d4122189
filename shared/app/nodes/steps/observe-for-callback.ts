import { type Completion, completeWait } from '#shared/app/_core/complete-wait';
import type { Target } from '#shared/app/_core/steps/fence';
import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import type { LifecycleState } from '#shared/domain/_core/lifecycle-state';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { newWait, type WaitAnswer } from '#shared/domain/clusters/waits/parked-wait';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Logger, Wakeups } from '#shared/ports/runtime';

/**
 * Stores the task token of the waiting state machine, and then observes once. The token is stored first, so that no
 * wake-up during the observation is lost (docs/spec/design.md#waiting-is-woken). Such a wake-up takes the token, and
 * the state machine observes again. Without a wake-up, the state machine observes again when the task times out.
 */
export async function observeForCallback(
  deps: WatchDeps,
  cluster: Cluster,
  input: Target & { taskToken: string },
  observe: () => Promise<Verdict>,
): Promise<Record<string, never>> {
  const wait = newWait(cluster, input, deps.clock.now());
  await deps.store.waits.park(wait);
  const completion = completionOf(await observe());
  if (completion) await completeWait(deps, wait, completion);
  return {};
}

/** The answer that ends the wait. Undefined if the wait continues. */
export function answerOf(verdict: Verdict): WaitAnswer | undefined {
  if (verdict.kind === 'ready') return { ready: true };
  return verdict.kind === 'failed' ? { error: verdict.error, message: verdict.message } : undefined;
}

/**
 * The output of the task. It ends the wait, or requests new servers for nodes. Undefined if the state machine must
 * continue to wait.
 */
const completionOf = (verdict: Verdict): Completion | undefined =>
  verdict.kind === 'replace' ? { ready: false, replace: verdict.nodeUuids } : answerOf(verdict);

export type WatchDeps = SlotDeps & {
  openstack: OpenStackSessions;
  rancher: RancherSessions;
  wakeups: Wakeups;
  log: Logger;
  /** Maximum number of times that a node's server is created, including the first time. */
  serverAttempts: number;
};

const AFTERWARDS: Partial<Record<LifecycleState, string>> = {
  OK: ': no machine can join it any more.',
  UPDATING: ': there is nothing to upgrade any more.',
};

/**
 * Returns the failure of a cluster that was removed in Rancher. No node can join such a cluster, so the wait ends
 * before its deadline.
 */
export function clusterTakenAway({ name, backendId, state }: Cluster): Verdict {
  const removed = `Cluster ${name} (${backendId}) was removed in Rancher`;
  const message =
    AFTERWARDS[state] ?? ' while it was being created. Retry the order to create the cluster and its machines again.';
  return { kind: 'failed', error: 'TakenAway', message: `${removed}${message}` };
}
