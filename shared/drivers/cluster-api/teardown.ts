import type { Cluster } from '#shared/domain/clusters/cluster';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { RancherLeftovers, TenantLeftovers } from '../driver.ts';

/** Whether a name is that of a machine of the cluster. Names of machines begin with the name of their cluster. */
const isMachineOf = ({ clusterApi }: Cluster, name: string): boolean =>
  clusterApi !== undefined && name.startsWith(`${clusterApi.capiName}-`);

/** The servers that Cluster API's OpenStack provider has created for the cluster's machines. */
export const serversOf = async (session: OpenStack, cluster: Cluster): Promise<Server[]> =>
  cluster.clusterApi ? (await session.listServers()).filter(({ name }) => isMachineOf(cluster, name)) : [];

/** Cluster API deletes ports, floating IPs and volumes with their machines. */
export const leftoversIn = async (): Promise<TenantLeftovers> => ({
  ports: [],
  floatingIps: [],
  volumes: [],
  keyPairs: [],
});

/** Rancher knows nothing of such a cluster. */
export const nothingInRancher = async (): Promise<RancherLeftovers> => ({
  clusters: [],
  management: [],
  registrySecrets: [],
  machineConfigs: [],
  cloudCredentials: [],
});
