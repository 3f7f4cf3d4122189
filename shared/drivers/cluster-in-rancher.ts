import type { Cluster } from '#shared/domain/clusters/cluster';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { Rancher } from '#shared/ports/rancher';
import type { ManagementCluster, ProvisioningCluster } from '#shared/ports/rancher/rancher-objects';
import type { RancherLeftovers } from './driver.ts';

type ClusterLeftovers = Pick<RancherLeftovers, 'clusters' | 'management' | 'registrySecrets'>;

/**
 * The cluster's provisioning objects. The provisioning object of an imported cluster is found by `managementId`,
 * because it has no label of Paddock.
 */
async function objectsOf(rancher: Rancher, { uuid, imported, backendId }: Cluster): Promise<ProvisioningCluster[]> {
  if (!imported) return rancher.listProvisioningClusters(rancherLabels(uuid));
  const all = await rancher.listProvisioningClusters({});
  return all.filter(({ managementId }) => managementId !== '' && managementId === backendId);
}

/**
 * The v3 cluster, as Rancher's v3 API shows it. If the cluster's record lacks the management id, Paddock searches by
 * the label that Rancher has copied from the provisioning object.
 */
async function managementOf(rancher: Rancher, { uuid, backendId }: Cluster): Promise<ManagementCluster[]> {
  if (backendId === '') return rancher.listClustersLabelled(rancherLabels(uuid));
  const found = await rancher.findCluster(backendId);
  return found ? [found] : [];
}

/**
 * Finds the objects of the cluster itself in Rancher, for clusters of every driver. The result is complete even if the
 * provider's settings have changed since the cluster was created.
 */
export async function findClusterObjects(rancher: Rancher, cluster: Cluster): Promise<ClusterLeftovers> {
  const [clusters, management, registrySecrets] = await Promise.all([
    objectsOf(rancher, cluster),
    managementOf(rancher, cluster),
    rancher.listRegistrySecrets(rancherLabels(cluster.uuid)),
  ]);
  return { clusters, management, registrySecrets };
}
