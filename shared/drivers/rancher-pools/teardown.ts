import type { Cluster } from '#shared/domain/clusters/cluster';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import { findClusterObjects } from '../cluster-in-rancher.ts';
import type { RancherLeftovers, TenantLeftovers } from '../driver.ts';

/**
 * The name of a MachineSet ends in five random characters. Names of its machines append a hyphen and five more random
 * characters.
 */
const OF_SET = /^(.+-[bcdfghjklmnpqrstvwxz2456789]{5})-[bcdfghjklmnpqrstvwxz2456789]{5}$/;
const setOf = (name: string): string => OF_SET.exec(name)?.[1] ?? '';

/**
 * Whether the name belongs to a present or former machine of the cluster. If the creation of a machine fails, Rancher
 * may delete the machine before Paddock has recorded its name. So an unrecorded name is accepted, too, if a recorded
 * machine belongs to the same MachineSet.
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

/** The suffix that Rancher's OpenStack driver appends to the name of a machine to make the name of its key pair. */
const KEY_PAIR_SUFFIX = /-[0-9a-f]{64}$/;

/**
 * Key pairs of the cluster's machines. Rancher's OpenStack driver makes a key pair for each machine. If the driver
 * cannot create the server, the key pair stays. The name of a key pair is the name of the machine and a suffix. Both
 * contain random characters, so no other key pair has the same name.
 */
export const keyPairsOf = (cluster: Pick<Cluster, 'machinePools'>, listed: readonly string[]): string[] => {
  const isMachine = isMachineOf(cluster);
  return listed.filter((name) => KEY_PAIR_SUFFIX.test(name) && isMachine(name.replace(KEY_PAIR_SUFFIX, '')));
};

/**
 * Nova deletes a server's port and volume with the server, because Rancher's OpenStack driver creates all three in one
 * request. Key pairs of machines may remain. Volumes remain if Cinder did not delete them, for example because they
 * have a snapshot.
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
