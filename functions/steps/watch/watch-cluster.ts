import { steps } from '#shared/contracts/steps';
import type { Verdict } from '#shared/domain/bootstrap';
import { changed } from '#shared/domain/record';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { rancherOf } from '../rancher/rancher-deps.ts';
import { parkedLook } from './parked-look.ts';
import type { WatchDeps } from './watch-deps.ts';

/** Nodes being active is not enough: the cluster is OK only when Rancher says so itself (S0-193). */
export const watchCluster = onProvider(steps.watch.watchCluster, (deps: WatchDeps, input, cluster) =>
  parkedLook(deps, cluster, input, async (): Promise<Verdict> => {
    const rancher = await rancherOf(deps, cluster);
    const remote = await rancher.findCluster(cluster.backendId);
    const runtimeState = remote?.state ?? '';
    if (runtimeState !== cluster.runtimeState) {
      const seen = { runtimeState, currentStep: 'Waiting for the cluster to become active' };
      await deps.store.commit(deps.store.clusters.replace(changed(cluster, deps.clock.now(), seen)));
    }
    if (runtimeState === 'active') {
      await note(deps, input, { step: 'cluster-active', message: 'Rancher says the cluster is active' });
      return { kind: 'ready' };
    }
    if (input.waitedMs < deps.bootstrapTimeoutMs) return { kind: 'waiting' };
    const said = remote ? `it is ${remote.state}: ${remote.message}` : 'it is not there';
    return { kind: 'failed', error: 'BootstrapTimeout', message: `The cluster did not become active; ${said}.` };
  }),
);
