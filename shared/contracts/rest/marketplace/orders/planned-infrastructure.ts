import { z } from 'zod';
import { PEER_NETWORK } from '#shared/domain/infrastructure/networks/peer-network';
import type { PlannedInfrastructure } from '#shared/domain/infrastructure/planned-objects';

const rule = z.object({
  protocol: z.string().nullable(),
  from_port: z.int().nullable(),
  to_port: z.int().nullable(),
  cidr: z.string(),
  description: z.string(),
});

/** What a tenant that is made for an order has beside machines. */
export const plannedInfrastructureView = z
  .object({
    openstack_offering_uuid: z.string(),
    /** What it may use by Waldur's keys: `cores` pieces, all else MB. */
    limits: z.record(z.string(), z.number()),
    /** How many of each kind it may have. */
    quotas: z.record(z.string(), z.int()),
    network: z.object({
      /** An example: which one it gets is decided when the order is placed. */
      cidr: z.string(),
      gateway_ip: z.string(),
      allocation_pool: z.object({ start: z.string(), end: z.string() }),
    }),
    /** Between the routers of the order's tenants in one cloud: the tenant's own, which it shares, or another's; null of one that is alone. */
    peer_network: z.object({ cidr: z.string(), is_own: z.boolean() }).nullable(),
    router: z.object({ name: z.string(), external_network_id: z.string() }),
    security_groups: z.array(z.object({ name: z.string(), description: z.string(), rules: z.array(rule) })),
    server_groups: z.array(z.object({ name: z.string(), policy: z.string() })),
  })
  .meta({ id: 'PlannedInfrastructure' });

const SNAKE = /[A-Z]/g;
const snaked = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name.replace(SNAKE, (letter) => `_${letter.toLowerCase()}`), count]),
  );

type Rule = PlannedInfrastructure['securityGroups'][number]['rules'][number];
const viewRule = ({ fromPort, toPort, ...rule }: Rule) => ({
  ...{ protocol: rule.protocol, from_port: fromPort ?? null, to_port: toPort ?? null },
  ...{ cidr: rule.cidr, description: rule.description },
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
    ...{ name, description, rules: rules.map(viewRule) },
  })),
  server_groups: planned.serverGroups.map(({ name, policy }) => ({ name, policy })),
});
