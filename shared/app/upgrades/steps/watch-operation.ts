import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { clusterTakenAway, observeForCallback, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import { operationProgress } from '#shared/domain/clusters/operations/operation-progress';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import { lookedAt, operationVerdict } from '#shared/domain/upgrades/operation-verdict';
import { restoredFields } from '#shared/domain/upgrades/restored-fields';
import { requestedOperationOf } from './operation-records.ts';

type Input = Target & { waitedMs: number; deadlineMs: number };

async function verdictOn(deps: WatchDeps, input: Input, cluster: Cluster): Promise<Verdict> {
  const before = requestedOperationOf(cluster, input);
  const rancher = await rancherOf(deps, cluster);
  const [remote, seen] = await Promise.all([rancher.findCluster(cluster.backendId), rancher.findPoolCluster(cluster)]);
  if (!isInRancher(remote) || !seen) return clusterTakenAway(cluster);
  const now = deps.clock.now();
  const progress = operationProgress(before, seen.operations[before.wanted.kind], now);
  const isRestored = progress.state === 'done' && before.wanted.kind === 'restore';
  const spec = isRestored ? await rancher.readClusterSpec(cluster) : undefined;
  await changeCluster(deps, input, cluster, (known) => ({
    runtimeState: remote.state,
    ...lookedAt(progress, { endedOperations: known.endedOperations, now }),
    ...(spec && restoredFields(known, spec)),
  }));
  return operationVerdict(progress, { clusterState: remote.state, ...input });
}

/**
 * Watches the operation in Rancher. Each run makes three requests, and records the phase. After a restore, it also
 * records the release and the settings that Rancher has restored.
 */
export const watchOperation = onProvider(steps.watch.watchOperation, (deps: WatchDeps, input, cluster) =>
  observeForCallback(deps, cluster, input, () => verdictOn(deps, input, cluster)),
);
