import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { clusterTakenAway, observeForCallback, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import { rotationText, rotationVerdict } from '#shared/domain/upgrades/rotation-verdict';
import { rotationOfOperation } from './rotation-records.ts';

type Input = Target & { waitedMs: number; deadlineMs: number };

async function verdictOn(deps: WatchDeps, input: Input, cluster: Cluster): Promise<Verdict> {
  const { waitedMs, deadlineMs } = input;
  const { generation = 0 } = rotationOfOperation(cluster, input);
  const { name, provisioningName = name, backendId } = cluster;
  const rancher = await rancherOf(deps, cluster);
  const [remote, plane] = await Promise.all([
    rancher.findCluster(backendId),
    rancher.findControlPlane(provisioningName),
  ]);
  if (!isInRancher(remote) || plane?.managementId !== backendId) return clusterTakenAway(cluster);
  const seen = { ...plane, clusterState: remote.state };
  await changeCluster(deps, input, cluster, () => ({ currentStep: rotationText(seen) }));
  return rotationVerdict(seen, { generation, waitedMs, deadlineMs });
}

/**
 * Watches the rotation and reports what Rancher waits for. Rancher restarts the nodes one after the other without
 * further requests.
 */
export const watchRotation = onProvider(steps.watch.watchRotation, (deps: WatchDeps, input, cluster) =>
  observeForCallback(deps, cluster, input, () => verdictOn(deps, input, cluster)),
);
