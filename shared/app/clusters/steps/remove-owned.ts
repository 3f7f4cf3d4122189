import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/is-in-rancher';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { ManagementCluster, ProvisioningCluster, Rancher } from '#shared/ports/rancher';

type Owned = {
  clusters: ProvisioningCluster[];
  /** Of whichever id: that of a cluster whose creation was broken off is not known here. */
  management: ManagementCluster[];
  registrySecrets: string[];
};

/** An imported cluster's object carries no label of ours: it is the one that leads to the id it was imported by. */
async function objectsOf(rancher: Rancher, { uuid, imported, backendId }: Cluster): Promise<ProvisioningCluster[]> {
  if (!imported) return rancher.listProvisioningClusters(rancherLabels(uuid));
  const all = await rancher.listProvisioningClusters({});
  return all.filter(({ managementId }) => managementId !== '' && managementId === backendId);
}

/** Rancher's label on a management cluster is that of the object that has made it. */
async function managementOf(rancher: Rancher, { uuid, backendId }: Cluster): Promise<ManagementCluster[]> {
  if (backendId === '') return rancher.listClustersLabelled(rancherLabels(uuid));
  const found = await rancher.findCluster(backendId);
  return found ? [found] : [];
}

/** What a cluster has in Rancher's workspace, whatever the provider's settings say by now. */
export async function ownedIn(rancher: Rancher, cluster: Cluster): Promise<Owned> {
  const [clusters, management, registrySecrets] = await Promise.all([
    objectsOf(rancher, cluster),
    managementOf(rancher, cluster),
    rancher.listRegistrySecrets(rancherLabels(cluster.uuid)),
  ]);
  return { clusters, management, registrySecrets };
}

/**
 * Asks for all of it to go; answers how much there was. Registration tokens go with their cluster. The object takes its management
 * cluster along; one that stays behind it, or came back, is asked to go by itself.
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
