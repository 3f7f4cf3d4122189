import {
  isClusterVolume,
  isOfMachine,
  isServerGroupOf,
  isServiceFloatingIp,
  isServiceSecurityGroup,
} from '#shared/domain/cluster-api/cloud/objects-in-cloud';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { Leftover, RancherLeftovers, TenantLeftovers } from '../driver.ts';
import { serviceLoadBalancers } from './load-balancers.ts';

/** The servers that Cluster API's OpenStack provider has created for the cluster's machines. */
export const serversOf = async (session: OpenStack, { clusterApi }: Cluster): Promise<Server[]> =>
  clusterApi ? (await session.listServers()).filter(({ name }) => isOfMachine(clusterApi.capiName, name)) : [];

async function groupsLeft(session: OpenStack, { uuid }: Cluster, capiName: string): Promise<Leftover[]> {
  const [securityGroups, serverGroups] = await Promise.all([session.listSecurityGroups(), session.listServerGroups()]);
  return [
    ...securityGroups
      .filter((group) => isServiceSecurityGroup(uuid, group))
      .map(({ id, name }) => ({
        what: `security group ${name} (${id})`,
        remove: () => session.deleteSecurityGroup(id),
      })),
    ...serverGroups
      .filter(({ name }) => isServerGroupOf(capiName, name))
      .map(({ id, name }) => ({ what: `server group ${name} (${id})`, remove: () => session.deleteServerGroup(id) })),
  ];
}

/**
 * Objects that remain in the tenant after Cluster API has deleted the cluster: objects that programs inside the cluster
 * have created, server groups that Paddock has created, and ports and volumes that Cluster API has not deleted.
 */
export async function leftoversIn(session: OpenStack, cluster: Cluster): Promise<TenantLeftovers> {
  const { uuid, clusterApi } = cluster;
  if (!clusterApi) return { ports: [], floatingIps: [], volumes: [], keyPairs: [] };
  const { capiName } = clusterApi;
  const [ports, floatingIps, volumes, balancers, groups] = await Promise.all([
    session.listPorts(),
    session.listFloatingIps(),
    session.listVolumes(),
    serviceLoadBalancers(session, cluster),
    groupsLeft(session, cluster, capiName),
  ]);
  return {
    ports: ports.filter(({ name }) => isOfMachine(capiName, name)),
    floatingIps: floatingIps.filter((item) => isServiceFloatingIp(uuid, item)),
    volumes: volumes.filter(({ name, metadata }) => isClusterVolume(uuid, metadata) || isOfMachine(capiName, name)),
    keyPairs: [],
    further: [...balancers, ...groups],
  };
}

/** A cluster of Cluster API leaves nothing in Rancher, because Rancher does not know it. */
export const nothingInRancher = async (): Promise<RancherLeftovers> => ({
  clusters: [],
  management: [],
  registrySecrets: [],
  machineConfigs: [],
  cloudCredentials: [],
});
