import { z } from 'zod';
import { instanceUuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { thingFilters, thingOrderings } from './tenant-inventory.ts';

type Machine = { id: string; name: string; status: string; addresses: string[] };

/**
 * The cluster to which the machine belongs as a node. The fields are the same as in `rancher_cluster` of Waldur's
 * OpenStack instances. Null if the machine is no node, or if the caller is not allowed to see the cluster.
 */
export const rancherClusterView = z.object({ uuid: z.string(), name: z.string(), marketplace_uuid: z.string() });

export const instanceView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    backend_id: z.string(),
    /** The machine's status in Nova. */
    runtime_state: z.string().meta({ examples: ['ACTIVE'] }),
    addresses: z.array(z.string()),
    rancher_cluster: rancherClusterView.nullable(),
  })
  .meta({ id: 'OpenStackInstance' });
export const rancherClusterOf = (cluster: Cluster | undefined) =>
  cluster ? { uuid: cluster.uuid, name: cluster.name, marketplace_uuid: cluster.resourceUuid } : null;
export type InstanceView = z.infer<typeof instanceView>;

export function viewInstance(link: Link, tenant: Tenant, server: Machine, cluster: Cluster | undefined): InstanceView {
  const uuid = instanceUuid(tenant.uuid, server.id);
  return {
    url: link('openstack-tenants', tenant.uuid, `instances/${uuid}/`),
    uuid,
    name: server.name,
    backend_id: server.id,
    runtime_state: server.status,
    addresses: server.addresses,
    rancher_cluster: rancherClusterOf(cluster),
  };
}

export const instanceListing: Listing<InstanceView, InstanceView> = {
  filters: { ...thingFilters, equals: { ...thingFilters.equals, runtime_state: ({ runtime_state }) => runtime_state } },
  orderings: thingOrderings,
  schema: instanceView,
  view: (_link, instance) => instance,
};

const shared = { refuses: [502], rule: 'tenant.see' } as const;
export const instanceOperations: ApiOperations = {
  'GET /{uuid}/instances/': {
    summary: 'List the machines of a tenant',
    description:
      'Read live from the cloud. `rancher_cluster` is the cluster to which the machine belongs. It is null if the machine is no node, or if the caller may not see the cluster.',
    listing: instanceListing,
    ...shared,
  },
  'GET /{uuid}/instances/{thing}/': {
    summary: 'Show a machine of a tenant',
    description: 'Read live from the cloud.',
    reply: instanceView,
    ...shared,
  },
};
