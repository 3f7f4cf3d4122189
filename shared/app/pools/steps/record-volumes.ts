import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { type OpenStackDeps, sessionsOf } from '#shared/app/nodes/steps/openstack-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { driverOf } from '#shared/drivers/registry';

/**
 * Returns the ids of the volumes of the existing machines. Also returns the recorded ids of earlier machines' volumes,
 * if these volumes still exist in Cinder.
 */
async function volumesOf(deps: OpenStackDeps, cluster: Cluster): Promise<string[]> {
  const ids = new Set<string>();
  for (const session of await sessionsOf(deps, cluster, [])) {
    const servers = await driverOf(cluster).teardown.servers(session, cluster);
    const left = await session.listVolumes(cluster.machinePools?.volumeIds ?? []);
    for (const id of [...servers.flatMap(({ volumeIds }) => volumeIds), ...left.map(({ id }) => id)]) ids.add(id);
  }
  return [...ids].sort();
}

/**
 * Records the ids of the machines' volumes before machines are deleted, because Nova does not show the volumes of a
 * deleted machine. When the cluster is deleted, these ids are used to delete the volumes that Nova has not deleted.
 */
export const recordVolumes = onProvider(steps.openstack.recordVolumes, async (deps: OpenStackDeps, target, cluster) => {
  if (!cluster.machinePools?.machineNames.length) return {};
  const volumeIds = await volumesOf(deps, cluster);
  await changeCluster(deps, target, cluster, ({ machinePools }) =>
    machinePools ? { machinePools: { ...machinePools, volumeIds } } : {},
  );
  return {};
});
