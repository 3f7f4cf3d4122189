import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/is-in-rancher';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { Rancher } from '#shared/ports/rancher';
import type { ManagementCluster, ProvisioningCluster } from '#shared/ports/rancher-objects';

type Owned = {
  clusters: ProvisioningCluster[];
  /** With any id: the id of a cluster is unknown here when its creation was interrupted. */
  management: ManagementCluster[];
  registrySecrets: string[];
};

/** The object of an imported cluster has no label of ours. It is found by the id that was imported. */
async function objectsOf(rancher: Rancher, { uuid, imported, backendId }: Cluster): Promise<ProvisioningCluster[]> {
  if (!imported) return rancher.listProvisioningClusters(rancherLabels(uuid));
  const all = await rancher.listProvisioningClusters({});
  return all.filter(({ managementId }) => managementId !== '' && managementId === backendId);
}

/** Rancher labels a management cluster with the object that created it. */
async function managementOf(rancher: Rancher, { uuid, backendId }: Cluster): Promise<ManagementCluster[]> {
  if (backendId === '') return rancher.listClustersLabelled(rancherLabels(uuid));
  const found = await rancher.findCluster(backendId);
  return found ? [found] : [];
}

/** Everything of a cluster in Rancher's workspace, whatever the provider's settings are now. */
export async function ownedIn(rancher: Rancher, cluster: Cluster): Promise<Owned> {
  const [clusters, management, registrySecrets] = await Promise.all([
    objectsOf(rancher, cluster),
    managementOf(rancher, cluster),
    rancher.listRegistrySecrets(rancherLabels(cluster.uuid)),
  ]);
  return { clusters, management, registrySecrets };
}

/**
 * Asks Rancher to delete all of it, and returns how many objects there were. Registration tokens go with their cluster.
 * The provisioning object takes its management cluster along; one that remains or comes back is deleted by itself.
 */
export async function removeOwned(rancher: Rancher, cluster: Cluster): Promise<number> {
  const { clusters, management, registrySecrets } = await ownedIn(rancher, cluster);
  for (const { name } of clusters) await nameWhatBlocks(`cluster ${name}`, rancher.deleteProvisioningCluster(name));
  const orphans = clusters.length > 0 ? [] : management.filter(isInRancher);
  for (const { id } of orphans) await nameWhatBlocks(`cluster ${id}`, rancher.deleteCluster(id));
  for (const name of registrySecrets) {
    await nameWhatBlocks(`registry secret ${name}`, rancher.deleteRegistrySecret(name));
  }
  return clusters.length + management.length + registrySecrets.length;
}
