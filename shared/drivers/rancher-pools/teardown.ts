import type { Cluster } from '#shared/domain/clusters/cluster';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import { findClusterObjects } from '../cluster-in-rancher.ts';
import type { RancherLeftovers, TenantLeftovers } from '../driver.ts';

/** The name of a MachineSet ends in five random characters. The names of its machines have five more. */
const OF_SET = /^(.+-[bcdfghjklmnpqrstvwxz2456789]{5})-[bcdfghjklmnpqrstvwxz2456789]{5}$/;
const setOf = (name: string): string => OF_SET.exec(name)?.[1] ?? '';

/**
 * Whether a machine of the cluster has, or had, this name. A recorded machine of the same MachineSet is enough, because
 * the machine with this name may be unrecorded: if its creation fails, Rancher deletes it, perhaps before an
 * observation has recorded it.
 */
function isMachineOf({ machinePools }: Pick<Cluster, 'machinePools'>): (name: string) => boolean {
  const names = new Set(machinePools?.machineNames);
  const sets = new Set([...names].map(setOf).filter((set) => set !== ''));
  return (name) => names.has(name) || sets.has(setOf(name));
}

/**
 * The servers that Rancher has created for the cluster's machines. They are found by their names, because they have no
 * tags. Each server has the name of its machine.
 */
export async function clusterServers(session: OpenStack, cluster: Cluster): Promise<Server[]> {
  if (!cluster.machinePools?.machineNames.length) return [];
  const isMachine = isMachineOf(cluster);
  return (await session.listServers()).filter(({ name }) => isMachine(name));
}

/** The suffix by which Rancher's OpenStack driver makes the name of a key pair from the name of its machine. */
const KEY_PAIR_SUFFIX = /-[0-9a-f]{64}$/;

/**
 * Key pairs of the cluster's machines. Rancher's OpenStack driver makes a key pair for each machine. If the driver
 * cannot create the server, the key pair stays. Both parts of a key pair's name are random, so no other key pair has
 * the same name.
 */
export const keyPairsOf = (cluster: Pick<Cluster, 'machinePools'>, listed: readonly string[]): string[] => {
  const isMachine = isMachineOf(cluster);
  return listed.filter((name) => KEY_PAIR_SUFFIX.test(name) && isMachine(name.replace(KEY_PAIR_SUFFIX, '')));
};

/**
 * Nova deletes a server's port and volume with the server, because Rancher's OpenStack driver creates them in one
 * request. Key pairs of machines may be left, and volumes that Cinder did not delete, for example because somebody has
 * made a snapshot of them.
 */
export const leftoversIn = async (session: OpenStack, cluster: Cluster): Promise<TenantLeftovers> => ({
  ...{ ports: [], floatingIps: [] },
  volumes: await session.listVolumes(cluster.machinePools?.volumeIds ?? []),
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
