import { CLUSTER_LABEL, rancherLabels } from '#shared/domain/planning/naming';
import { BackendConflict } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { ProvisioningCluster } from '#shared/ports/rancher/rancher-objects';

/**
 * Finds the cluster's provisioning object by Paddock's label, or creates it. The object is searched first, because
 * Rancher's answer to an earlier creation may be lost. If Rancher refuses the creation, the object is read by its name,
 * because Rancher's lists are cached and may lack a new object. An object with the cluster's name but without the label
 * is a conflict and is never adopted.
 */
export async function createOrFindCluster(
  rancher: Rancher,
  { uuid, name }: { uuid: string; name: string },
  create: () => Promise<ProvisioningCluster>,
): Promise<ProvisioningCluster> {
  const [existing] = await rancher.listProvisioningClusters(rancherLabels(uuid));
  if (existing) return existing;
  try {
    return await create();
  } catch (error) {
    const taken = error instanceof BackendConflict ? await rancher.findProvisioningCluster(name) : undefined;
    if (taken?.labels[CLUSTER_LABEL] !== uuid) throw error;
    return taken;
  }
}
