import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { removeOwned } from '#shared/app/clusters/steps/remove-owned';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { rancherLabels } from '#shared/domain/planning/naming';
import { withMachineNames } from '#shared/domain/pools/views/observe-pools';
import type { Rancher } from '#shared/ports/rancher';

/**
 * Deletes the objects from which Rancher made the machines: machine configs and cloud credentials. Rancher needs these
 * objects until the last machine is gone.
 */
async function deletePoolObjects(rancher: Rancher, clusterUuid: string): Promise<void> {
  const labels = rancherLabels(clusterUuid);
  for (const name of await rancher.listMachineConfigs(labels)) {
    await nameWhatBlocks(`machine config ${name}`, rancher.deleteMachineConfig(name));
  }
  for (const name of await rancher.listCloudCredentials(labels)) {
    await nameWhatBlocks(`cloud credential ${name}`, rancher.deleteCloudCredential(name));
  }
}

/**
 * Asks Rancher to delete the cluster, which deletes its machines and their servers. While machines are left, records
 * their names, because a sweep looks for servers with these names. When all machines are gone, deletes the machine
 * configs and the cloud credential.
 */
export const deletePoolCluster = onProvider(
  steps.rancher.deletePoolCluster,
  async (deps: RancherDeps, target, cluster) => {
    const rancher = await rancherOf(deps, cluster);
    const left = await removeOwned(rancher, cluster);
    // Machines are listed only while Rancher has an object of this cluster. After that, machines listed under the
    // cluster's name would belong to another cluster of this name.
    const machines = left > 0 ? await rancher.listPoolMachines(cluster) : [];
    const { machinePools } = cluster;
    await changeCluster(deps, target, cluster, () => ({
      ...(machinePools && { machinePools: withMachineNames(machinePools, machines) }),
      currentStep: `Waiting for machines to go: ${machines.length} left`,
    }));
    if (left > 0) return { gone: false };
    await deletePoolObjects(rancher, cluster.uuid);
    await note(deps, target, { step: 'rancher', message: 'The cluster is gone from Rancher' });
    return { gone: true };
  },
);
