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

/** What Rancher's OpenStack driver adds to the name of a machine to name the machine's key pair. */
const KEY_PAIR_SUFFIX = /-[0-9a-f]{64}$/;

/**
 * Key pairs of the cluster's machines. The driver makes one for each machine, and does not delete it if it could not
 * create the server. Both parts of the name are random, so nobody else's key pair has it.
 */
export const keyPairsOf = ({ machinePools }: Pick<Cluster, 'machinePools'>, listed: readonly string[]): string[] => {
  const names = new Set(machinePools?.machineNames);
  return listed.filter((name) => KEY_PAIR_SUFFIX.test(name) && names.has(name.replace(KEY_PAIR_SUFFIX, '')));
};

/**
 * Rancher's OpenStack driver creates a server in one request. So Nova deletes the server's port and volume with it. Only
 * key pairs of machines may be left.
 */
export const leftoversIn = async (session: OpenStack, cluster: Cluster): Promise<TenantLeftovers> => ({
  ...{ ports: [], floatingIps: [], volumes: [] },
  keyPairs: keyPairsOf(cluster, await session.listKeyPairs()),
});

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
