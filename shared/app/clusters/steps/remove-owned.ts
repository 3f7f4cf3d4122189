import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import { driverOf } from '#shared/drivers/registry';
import type { Rancher } from '#shared/ports/rancher';

/**
 * Deletes all objects of the cluster in Rancher, and returns the number of objects found. Rancher itself deletes
 * registration tokens with their cluster, and a management object with its provisioning object. A management object
 * without a provisioning object is deleted here.
 */
export async function removeOwned(rancher: Rancher, cluster: Cluster): Promise<number> {
  const { clusters, management, registrySecrets } = await driverOf(cluster).teardown.inRancher(rancher, cluster);
  for (const { name } of clusters) await nameWhatBlocks(`cluster ${name}`, rancher.deleteProvisioningCluster(name));
  const orphans = clusters.length > 0 ? [] : management.filter(isInRancher);
  for (const { id } of orphans) await nameWhatBlocks(`cluster ${id}`, rancher.deleteCluster(id));
  for (const name of registrySecrets) {
    await nameWhatBlocks(`registry secret ${name}`, rancher.deleteRegistrySecret(name));
  }
  return clusters.length + management.length + registrySecrets.length;
}
