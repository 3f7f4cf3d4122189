import type { Cluster, LifecycleState } from '#shared/domain/clusters/cluster';
import type { Verdict } from '#shared/domain/nodes/bootstrap';

const AFTERWARDS: Partial<Record<LifecycleState, string>> = {
  OK: ': no machine can join it any more.',
  UPDATING: ': there is nothing to upgrade any more.',
};

/** Without the cluster in Rancher nothing can join it, so there is no point in waiting for the deadline. */
export function clusterTakenAway({ name, backendId, state }: Cluster): Verdict {
  const removed = `Cluster ${name} (${backendId}) was removed in Rancher`;
  const message = AFTERWARDS[state] ?? ' while it was being made. A retry makes it, and its machines, again.';
  return { kind: 'failed', error: 'TakenAway', message: `${removed}${message}` };
}
