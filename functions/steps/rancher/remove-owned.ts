import type { Cluster } from '#shared/domain/cluster';
import { rancherLabels } from '#shared/domain/naming';
import type { ProvisioningCluster, Rancher } from '#shared/ports/rancher';
import { nameWhatBlocks } from '../_step/name-what-blocks.ts';

type Owned = { clusters: ProvisioningCluster[]; registrySecrets: string[] };

/** An imported cluster's object carries no label of ours: it is the one that leads to the id it was imported by. */
async function objectsOf(rancher: Rancher, { uuid, imported, backendId }: Cluster): Promise<ProvisioningCluster[]> {
  if (!imported) return rancher.listProvisioningClusters(rancherLabels(uuid));
  const all = await rancher.listProvisioningClusters({});
  return all.filter(({ managementId }) => managementId !== '' && managementId === backendId);
}

/** What a cluster has in Rancher's workspace, whatever the provider's settings say by now. */
export async function ownedIn(rancher: Rancher, cluster: Cluster): Promise<Owned> {
  const [clusters, registrySecrets] = await Promise.all([
    objectsOf(rancher, cluster),
    rancher.listRegistrySecrets(rancherLabels(cluster.uuid)),
  ]);
  return { clusters, registrySecrets };
}

/** Asks for all of it to go; answers how much there was. Registration tokens go with their cluster. */
export async function removeOwned(rancher: Rancher, cluster: Cluster): Promise<number> {
  const { clusters, registrySecrets } = await ownedIn(rancher, cluster);
  for (const { name } of clusters) await nameWhatBlocks(`cluster ${name}`, rancher.deleteProvisioningCluster(name));
  for (const name of registrySecrets) {
    await nameWhatBlocks(`registry secret ${name}`, rancher.deleteRegistrySecret(name));
  }
  return clusters.length + registrySecrets.length;
}
