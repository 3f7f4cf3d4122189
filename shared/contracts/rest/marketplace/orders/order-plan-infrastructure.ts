import { z } from 'zod';
import { PEER_NETWORK } from '#shared/domain/infrastructure/networks/peer-network';
import type { PlannedInfrastructure } from '#shared/domain/infrastructure/planned-objects';
import { snaked } from '../../_core/snake-names.ts';

const rule = z.object({
  protocol: z.string().nullable(),
  from_port: z.int().nullable(),
  to_port: z.int().nullable(),
  cidr: z.string(),
  description: z.string(),
});

/** Everything that an order creates for a new tenant, except the machines. */
export const plannedInfrastructureView = z
  .object({
    openstack_offering_uuid: z.string(),
    /** The tenant's limits by their names in Waldur. `cores` is a count. All other limits are in MB. */
    limits: z.record(z.string(), z.number()),
    /** The maximum number of objects of each kind in the tenant. */
    quotas: z.record(z.string(), z.int()),
    network: z.object({
      /** An example CIDR. The network gets its actual CIDR when the order is placed. */
      cidr: z.string(),
      gateway_ip: z.string(),
      allocation_pool: z.object({ start: z.string(), end: z.string() }),
    }),
    /**
     * The network that connects the routers if an order has several tenants in one cloud. One tenant owns the network
     * (`is_own`) and shares it with the other tenants. Null if the order has only one tenant in this cloud.
     */
    peer_network: z.object({ cidr: z.string(), is_own: z.boolean() }).nullable(),
    router: z.object({ name: z.string(), external_network_id: z.string() }),
    security_groups: z.array(z.object({ name: z.string(), description: z.string(), rules: z.array(rule) })),
    server_groups: z.array(z.object({ name: z.string(), policy: z.string() })),
  })
  .meta({ id: 'PlannedInfrastructure' });

type Rule = PlannedInfrastructure['securityGroups'][number]['rules'][number];
const viewRule = ({ fromPort, toPort, ...rule }: Rule) => ({
  protocol: rule.protocol,
  from_port: fromPort ?? null,
  to_port: toPort ?? null,
  cidr: rule.cidr,
  description: rule.description,
});

export const viewPlannedInfrastructure = (
  tenantName: string,
  planned: PlannedInfrastructure,
): z.infer<typeof plannedInfrastructureView> => ({
  openstack_offering_uuid: planned.offeringUuid,
  limits: planned.limits,
  quotas: snaked(planned.quotas),
  network: {
    cidr: planned.network.cidr,
    gateway_ip: planned.network.gatewayIp,
    allocation_pool: planned.network.pool,
  },
  peer_network: planned.peerNetwork ? { cidr: PEER_NETWORK, is_own: planned.peerNetwork === 'own' } : null,
  router: { name: tenantName, external_network_id: planned.externalNetworkId },
  security_groups: planned.securityGroups.map(({ name, description, rules }) => ({
    name,
    description,
    rules: rules.map(viewRule),
  })),
  server_groups: planned.serverGroups.map(({ name, policy }) => ({ name, policy })),
});
