import { z } from 'zod';
import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { OF_CLUSTER, type SeenKubernetesObject } from '../kubernetes-object.ts';

/** Whether the API server of a cluster can be reached from outside the tenant's network only through a relay. */
export const isRelayed = ({
  infrastructure,
  apiServer,
}: Pick<ClusterApiSpec, 'infrastructure' | 'apiServer'>): boolean =>
  infrastructure === 'openstack' && !apiServer.hasFloatingIp;

/** The address of a cluster's API server in the tenant's network, and the id of this network in Neutron. */
export type RelayedAddress = { address: string; port: number; networkId: string };

const placed = z.object({
  spec: z.object({ controlPlaneEndpoint: z.object({ host: z.ipv4(), port: z.int().min(1).max(65_535) }) }),
  status: z.object({ network: z.object({ id: z.guid() }) }),
});

/**
 * Reads the address of the API server and the id of the network from the OpenStackCluster, which Cluster API's
 * OpenStack provider updates. The API server has no floating IP, so this address is in the tenant's network. Undefined
 * until the OpenStackCluster has both the address and the network.
 */
export function relayedAddress(seen: readonly SeenKubernetesObject[], capiName: string): RelayedAddress | undefined {
  const read = placed.safeParse(seen.find(({ metadata }) => metadata.labels[OF_CLUSTER] === capiName));
  if (!read.success) return undefined;
  const { spec, status } = read.data;
  const { host: address, port } = spec.controlPlaneEndpoint;
  return { address, port, networkId: status.network.id };
}
