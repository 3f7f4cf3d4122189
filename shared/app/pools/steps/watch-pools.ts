import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { clusterTakenAway, observeForCallback, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { meterPools } from '#shared/app/usage/meter-cluster';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import { stagedPools } from '#shared/domain/pools/change/staged-change';
import { amendmentsAfter } from '#shared/domain/pools/rendering/amended-pools';
import type { RenderedCluster } from '#shared/domain/pools/rendering/provisioning-cluster';
import { renderPools } from '#shared/domain/pools/rendering/render-pools';
import { observePools } from '#shared/domain/pools/views/observe-pools';
import { poolsText, poolsVerdict } from '#shared/domain/pools/views/pools-verdict';
import { type ListedFlavor, unknownFlavors } from '#shared/domain/pools/views/running-machines';
import { BackendConflict } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { MachineOfCluster } from '#shared/ports/rancher/rancher-pools';
import { machinePoolsOf, poolCloudsOf } from '../open-pools.ts';

type Input = Target & { waitedMs: number; deadlineMs: number };

/**
 * Lists the flavors of a tenant if a machine in the tenant has a flavor of unknown size, because the cluster is charged
 * by the sizes of flavors.
 */
async function newFlavors({ openstack, store }: WatchDeps, cluster: Cluster, machines: readonly MachineOfCluster[]) {
  const tenants = new Set(unknownFlavors(machinePoolsOf(cluster), machines).map(({ tenantUuid }) => tenantUuid));
  const listed = [...tenants].map(async (tenantUuid): Promise<ListedFlavor[]> => {
    const session = await openstack.open(await store.tenants.get(tenantUuid ?? cluster.tenantUuid));
    return (await session.listFlavors()).map((flavor) => ({ ...flavor, tenantUuid }));
  });
  return (await Promise.all(listed)).flat();
}

/**
 * Pauses pools that have stalled. If the autoscaler controls the size of a pool again, clears the size that Paddock has
 * set for this pool. Returns false if somebody else has changed the cluster at the same time, so that the next run of
 * the step tries again.
 */
async function isAmended(rancher: Rancher, cluster: Cluster, observed: MachinePools): Promise<boolean> {
  const amendments = amendmentsAfter(machinePoolsOf(cluster), observed);
  try {
    if (amendments) await rancher.amendPools(cluster, amendments);
    return true;
  } catch (error) {
    if (error instanceof BackendConflict) return false;
    throw error;
  }
}

const configNamesOf = ({ spec }: RenderedCluster) =>
  new Map(spec.rkeConfig.machinePools.map(({ name, machineConfigRef }) => [name, machineConfigRef.name]));

async function verdictOn(deps: WatchDeps, input: Input, cluster: Cluster): Promise<Verdict> {
  const rancher = await rancherOf(deps, cluster);
  const [remote, machines, deployments, templates] = await Promise.all([
    rancher.findCluster(cluster.backendId),
    rancher.listPoolMachines(cluster),
    rancher.listPoolDeployments(cluster),
    rancher.listMachineTemplates(cluster),
  ]);
  if (!isInRancher(remote)) return clusterTakenAway(cluster);
  const flavors = await newFlavors(deps, cluster, machines);
  const machinePools = observePools(machinePoolsOf(cluster), { machines, deployments, flavors }, deps.clock.now());
  const staged = stagedPools(machinePools, cluster.poolChange);
  const { rendered } = renderPools(cluster, staged, await poolCloudsOf(deps, cluster));
  const templateConfigs = new Map(templates.map(({ name, configName }) => [name, configName]));
  const expected = { pools: staged.pools, configNames: configNamesOf(rendered), templateConfigs };
  const seen = { state: remote.state, message: remote.message, machines, deployments };
  if (!(await isAmended(rancher, cluster, machinePools))) return { kind: 'waiting' };
  const fields = { machinePools, runtimeState: remote.state, currentStep: poolsText(expected, seen) };
  const charge = (before: Cluster, after: Cluster) => meterPools(deps, before, after);
  await changeCluster(deps, input, cluster, () => fields, cluster.state === 'CREATING' ? undefined : charge);
  return poolsVerdict(expected, seen, input);
}

/**
 * Waits until the pools are as wanted and the cluster is active. Each run makes five requests to Rancher, however many
 * machines the cluster has. It makes one more request to each tenant that has a machine with a flavor of unknown size.
 * A cluster that is being created is not charged yet. For every other cluster, the run adjusts the charge to the
 * running machines.
 */
export const watchPools = onProvider(steps.watch.watchPools, (deps: WatchDeps, input, cluster) =>
  observeForCallback(deps, cluster, input, () => verdictOn(deps, input, cluster)),
);
