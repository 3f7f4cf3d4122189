import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { clusterTakenAway, observeForCallback, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import type { ManagementCluster } from '#shared/ports/rancher/rancher-objects';

async function showState({ store, clock }: WatchDeps, cluster: Cluster, runtimeState: string): Promise<void> {
  if (runtimeState === cluster.runtimeState) return;
  const seen = { runtimeState, currentStep: 'Waiting for the cluster to become active' };
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), seen)));
}

function overdue({ state, message }: ManagementCluster, deadlineMs: number): Verdict {
  const said = message === '' ? state : `${state}: ${message}`;
  const words = `The cluster did not become active within ${Math.round(deadlineMs / 1000)} s; it is ${said}.`;
  return { kind: 'failed', error: 'BootstrapTimeout', message: words };
}

/**
 * Waits until the cluster is OK. All nodes must be active, and Rancher must also report the cluster as active (S0-193).
 */
export const watchCluster = onProvider(steps.watch.watchCluster, (deps: WatchDeps, input, cluster) =>
  observeForCallback(deps, cluster, input, async (): Promise<Verdict> => {
    const rancher = await rancherOf(deps, cluster);
    const remote = await rancher.findCluster(cluster.backendId);
    await showState(deps, cluster, remote?.state ?? '');
    if (!isInRancher(remote)) return clusterTakenAway(cluster);
    if (remote.state === 'active') {
      await note(deps, input, { step: 'cluster-active', message: 'Rancher says the cluster is active' });
      return { kind: 'ready' };
    }
    return input.waitedMs < input.deadlineMs ? { kind: 'waiting' } : overdue(remote, input.deadlineMs);
  }),
);
