import { z } from 'zod';
import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { OF_CLUSTER, type SeenKubernetesObject } from '../kubernetes-object.ts';

/** Whether only a relay reaches the API server of a cluster from outside the tenant's network. */
export const isRelayed = ({
  infrastructure,
  apiServer,
}: Pick<ClusterApiSpec, 'infrastructure' | 'apiServer'>): boolean =>
  infrastructure === 'openstack' && !apiServer.hasFloatingIp;

/** Where the API server of a cluster is in the tenant's network, and which network of Neutron this is. */
export type RelayedAddress = { address: string; port: number; networkId: string };

const placed = z.object({
  spec: z.object({ controlPlaneEndpoint: z.object({ host: z.ipv4(), port: z.int().min(1).max(65_535) }) }),
  status: z.object({ network: z.object({ id: z.guid() }) }),
});

/**
 * What Cluster API's OpenStack provider says of the place of the API server, in the OpenStackCluster of a cluster without
 * a floating IP: the endpoint is then an address of the tenant's network. Undefined until the provider has made both.
 */
export function relayedAddress(seen: readonly SeenKubernetesObject[], capiName: string): RelayedAddress | undefined {
  const read = placed.safeParse(seen.find(({ metadata }) => metadata.labels[OF_CLUSTER] === capiName));
  if (!read.success) return undefined;
  const { spec, status } = read.data;
  const { host: address, port } = spec.controlPlaneEndpoint;
  return { address, port, networkId: status.network.id };
}
