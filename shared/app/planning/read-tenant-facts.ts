import type { Uuid } from '#shared/domain/_core/identifier';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import { findInTenant } from '#shared/domain/planning/find-in-tenant';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';

/** Says which facts to read. Some facts are needed only for some plans. */
export type Wanted = {
  /** Whether to read routers. Only floating IPs need them. */
  gateways: boolean;
  /**
   * Whether to read quotas and addresses, and how many of them are used. Not needed when they were read shortly before.
   */
  use: boolean;
  /** The subnets that the order names, in this tenant or others. */
  subnetUuids: readonly Uuid[];
};

/** Reads facts about the networks that the order names. */
async function readNetworks(
  session: OpenStack,
  tenant: Tenant,
  { use, subnetUuids }: Wanted,
): Promise<Pick<TenantFacts, 'subnets' | 'addresses' | 'routing'>> {
  const subnets = await session.listSubnets();
  if (!use) return { subnets, addresses: [] };
  const chosen = subnetUuids.flatMap((id) => findInTenant(subnets, { tenant }, 'subnet', id) ?? []);
  const isSpread = new Set(chosen.map(({ networkId }) => networkId)).size > 1;
  const [addresses, routing] = await Promise.all([
    session.listAddresses(chosen.map(({ id }) => id)),
    isSpread ? session.readRouting() : undefined,
  ]);
  return { subnets, addresses, ...(routing && { routing }) };
}

/** Reads a tenant once for a plan, however many nodes the plan has. All requests run at the same time. */
export async function readTenantFacts(
  openstack: OpenStackSessions,
  tenant: Tenant,
  wanted: Wanted,
): Promise<TenantFacts> {
  const session = await openstack.open(tenant);
  const [flavors, images, networks, volumeTypes, securityGroups, gateways, quotas, defaultVolumeType] =
    await Promise.all([
      session.listFlavors(),
      session.listImages(),
      readNetworks(session, tenant, wanted),
      session.listVolumeTypes(),
      session.listSecurityGroups(),
      wanted.gateways ? session.listGateways() : [],
      wanted.use ? session.readQuotas() : {},
      wanted.use ? session.defaultVolumeType() : undefined,
    ]);
  return { tenant, flavors, images, ...networks, volumeTypes, securityGroups, gateways, quotas, defaultVolumeType };
}
