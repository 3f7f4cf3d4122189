import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import {
  clusterTag,
  floatingIpDescription,
  isFloatingIpOf,
  isPortOf,
  portName,
  rancherLabels,
} from '#shared/domain/planning/naming';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import type { ManagementCluster, ProvisioningCluster } from '#shared/ports/rancher-objects';
import type { RancherLeftovers, TenantLeftovers } from '../driver.ts';

export const clusterServers = (session: OpenStack, { uuid }: Cluster): Promise<Server[]> =>
  session.listServers({ tag: clusterTag(uuid) });

/**
 * What may be left after a server is deleted: the port and floating IP that Paddock has created, and volumes that Nova
 * failed to delete.
 */
export async function leftoversIn(
  session: OpenStack,
  cluster: Cluster,
  nodes: readonly Node[],
  isWhole = true,
): Promise<TenantLeftovers> {
  const portNames = new Set(nodes.map(({ spec }) => portName(spec.name, cluster.uuid)));
  const descriptions = new Set(nodes.map(({ uuid }) => floatingIpDescription(uuid, cluster.uuid)));
  const hasFloatingIps = nodes.some((node) => node.spec.floatingNetworkId !== undefined);
  const [ports, floatingIps, volumes] = await Promise.all([
    session.listPorts(),
    hasFloatingIps ? session.listFloatingIps() : [],
    session.listVolumes(nodes.flatMap((node) => node.volumeIds)),
  ]);
  return {
    ports: ports.filter(({ name }) => (isWhole ? isPortOf(cluster.uuid, name) : portNames.has(name))),
    floatingIps: floatingIps.filter(({ description }) =>
      isWhole ? isFloatingIpOf(cluster.uuid, description) : descriptions.has(description),
    ),
    volumes,
  };
}

/**
 * The cluster's provisioning objects. The object of an imported cluster has no label of Paddock, so it is found by the
 * id of its management cluster.
 */
async function objectsOf(rancher: Rancher, { uuid, imported, backendId }: Cluster): Promise<ProvisioningCluster[]> {
  if (!imported) return rancher.listProvisioningClusters(rancherLabels(uuid));
  const all = await rancher.listProvisioningClusters({});
  return all.filter(({ managementId }) => managementId !== '' && managementId === backendId);
}

/**
 * The cluster's management cluster. If its id is unknown, it is found by Paddock's label, which Rancher copies from the
 * provisioning object.
 */
async function managementOf(rancher: Rancher, { uuid, backendId }: Cluster): Promise<ManagementCluster[]> {
  if (backendId === '') return rancher.listClustersLabelled(rancherLabels(uuid));
  const found = await rancher.findCluster(backendId);
  return found ? [found] : [];
}

/**
 * Everything of a cluster in Rancher. It is complete even if the provider's settings have changed since the cluster was
 * created.
 */
export async function ownedInRancher(rancher: Rancher, cluster: Cluster): Promise<RancherLeftovers> {
  const [clusters, management, registrySecrets] = await Promise.all([
    objectsOf(rancher, cluster),
    managementOf(rancher, cluster),
    rancher.listRegistrySecrets(rancherLabels(cluster.uuid)),
  ]);
  return { clusters, management, registrySecrets, machineConfigs: [], cloudCredentials: [] };
}
