import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { clusterTag, floatingIpDescription, isFloatingIpOf, isPortOf, portName } from '#shared/domain/planning/naming';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import { findClusterObjects } from '../cluster-in-rancher.ts';
import type { RancherLeftovers, TenantLeftovers } from '../driver.ts';

export const clusterServers = (session: OpenStack, { uuid }: Cluster): Promise<Server[]> =>
  session.listServers({ tag: clusterTag(uuid) });

/**
 * Objects that may remain after a server is deleted: the port and floating IP that Paddock has created, and volumes
 * that Nova failed to delete.
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
    keyPairs: [],
  };
}

/**
 * Finds the objects of the cluster in Rancher. The cluster has no machine configs and no cloud credentials in Rancher,
 * because Paddock makes the machines.
 */
export const ownedInRancher = async (rancher: Rancher, cluster: Cluster): Promise<RancherLeftovers> => ({
  ...(await findClusterObjects(rancher, cluster)),
  machineConfigs: [],
  cloudCredentials: [],
});
