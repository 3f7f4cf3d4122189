import type { ProvisioningCluster, Rancher } from '#shared/ports/rancher';
import { nameWhatBlocks } from '../_step/name-what-blocks.ts';

type Labelled = { clusters: ProvisioningCluster[]; registrySecrets: string[] };

/** What we made in Rancher's workspace under these labels, whatever the provider's settings say by now. */
export async function labelled(rancher: Rancher, labels: Record<string, string>): Promise<Labelled> {
  const [clusters, registrySecrets] = await Promise.all([
    rancher.listProvisioningClusters(labels),
    rancher.listRegistrySecrets(labels),
  ]);
  return { clusters, registrySecrets };
}

/** Asks for all of it to go; answers how much there was. Registration tokens go with their cluster. */
export async function removeLabelled(rancher: Rancher, labels: Record<string, string>): Promise<number> {
  const { clusters, registrySecrets } = await labelled(rancher, labels);
  for (const { name } of clusters) await nameWhatBlocks(`cluster ${name}`, rancher.deleteProvisioningCluster(name));
  for (const name of registrySecrets) {
    await nameWhatBlocks(`registry secret ${name}`, rancher.deleteRegistrySecret(name));
  }
  return clusters.length + registrySecrets.length;
}
