import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { clusterTakenAway, observeForCallback, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import { renderPools } from '#shared/domain/pools/rendering/render-pools';
import { observePools } from '#shared/domain/pools/views/observe-pools';
import { poolsText, poolsVerdict } from '#shared/domain/pools/views/pools-verdict';
import type { Rancher } from '#shared/ports/rancher';
import { machinePoolsOf, poolCloudOf } from '../open-pools.ts';

type Input = Target & { waitedMs: number; deadlineMs: number };

/** Rancher would replace failed machines without an end. So it gets stalled pools as paused ones. */
async function pauseStalled(deps: WatchDeps, rancher: Rancher, cluster: Cluster, machinePools: MachinePools) {
  if (!machinePools.pools.some(({ stall }) => stall)) return;
  const { rendered } = renderPools(cluster, machinePools, await poolCloudOf(deps, cluster));
  await rancher.updatePoolCluster(cluster, rendered);
}

async function verdictOn(deps: WatchDeps, input: Input, cluster: Cluster): Promise<Verdict> {
  const rancher = await rancherOf(deps, cluster);
  const [remote, machines, deployments] = await Promise.all([
    rancher.findCluster(cluster.backendId),
    rancher.listPoolMachines(cluster),
    rancher.listPoolDeployments(cluster),
  ]);
  if (!isInRancher(remote)) return clusterTakenAway(cluster);
  const machinePools = observePools(machinePoolsOf(cluster), { machines, deployments }, deps.clock.now());
  const seen = { state: remote.state, message: remote.message, machines };
  await pauseStalled(deps, rancher, cluster, machinePools);
  await changeCluster(deps, input, cluster, () => ({
    machinePools,
    runtimeState: remote.state,
    currentStep: poolsText(machinePools.pools, seen),
  }));
  const verdict = poolsVerdict(machinePools.pools, seen, input);
  if (verdict.kind === 'ready') {
    await note(deps, input, { step: 'pools-ready', message: `${machines.length} machines are ready` });
  }
  return verdict;
}

/** Waits until all machines of the pools are ready and the cluster is active. Four requests, for any number of machines. */
export const watchPools = onProvider(steps.watch.watchPools, (deps: WatchDeps, input, cluster) =>
  observeForCallback(deps, cluster, input, () => verdictOn(deps, input, cluster)),
);
