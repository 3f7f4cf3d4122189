import type { Cluster } from '#shared/domain/clusters/cluster';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import { findClusterObjects } from '../cluster-in-rancher.ts';
import type { RancherLeftovers, TenantLeftovers } from '../driver.ts';

/**
 * The servers that Rancher has created for the cluster's machines. Rancher gives a server no tag, but the name of its
 * machine, which ends in random characters.
 */
export async function clusterServers(session: OpenStack, { machinePools }: Cluster): Promise<Server[]> {
  const names = new Set(machinePools?.machineNames);
  if (names.size === 0) return [];
  return (await session.listServers()).filter(({ name }) => names.has(name));
}

/**
 * Rancher's OpenStack driver creates a server in one request. So Nova deletes the server's port and volume with it, and
 * Paddock has nothing else in the tenant.
 */
export const leftoversIn = async (): Promise<TenantLeftovers> => ({ ports: [], floatingIps: [], volumes: [] });

/** The cluster in Rancher, and the objects from which its machines are made. */
export async function ownedInRancher(rancher: Rancher, cluster: Cluster): Promise<RancherLeftovers> {
  const labels = rancherLabels(cluster.uuid);
  const [owned, machineConfigs, cloudCredentials] = await Promise.all([
    findClusterObjects(rancher, cluster),
    rancher.listMachineConfigs(labels),
    rancher.listCloudCredentials(labels),
  ]);
  return { ...owned, machineConfigs, cloudCredentials };
}
