import type { Uuid } from '#shared/domain/_core/identifier';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import { findInTenant } from '#shared/domain/planning/find-in-tenant';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';

/** The facts to read. Some plans do not need all facts. */
export type Wanted = {
  /** Whether to read routers, which only floating IPs need. */
  gateways: boolean;
  /** Whether to read the names of external networks, which only floating IPs of pools need. */
  externalNetworks?: boolean;
  /** Whether to read the server groups, which only requests for pools name. */
  serverGroups?: boolean;
  /** Whether to find out if the cloud has Octavia. Only clusters of Cluster API need this. */
  loadBalancers?: boolean;
  /**
   * Whether to read the quotas, the used amounts of them, and the addresses in use. False, for example, if they were
   * read shortly before.
   */
  use: boolean;
  /** Subnets that the order names. They may belong to other tenants. */
  subnetUuids: readonly Uuid[];
};

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

/** Reads a tenant once for a plan with any number of nodes. All requests run at the same time. */
export async function readTenantFacts(
  openstack: OpenStackSessions,
  tenant: Tenant,
  wanted: Wanted,
): Promise<TenantFacts> {
  const session = await openstack.open(tenant);
  const [
    flavors,
    images,
    networks,
    volumeTypes,
    securityGroups,
    gateways,
    quotas,
    defaultVolumeType,
    externalNetworks,
    serverGroups,
    hasLoadBalancers,
  ] = await Promise.all([
    session.listFlavors(),
    session.listImages(),
    readNetworks(session, tenant, wanted),
    session.listVolumeTypes(),
    session.listSecurityGroups(),
    wanted.gateways ? session.listGateways() : [],
    wanted.use ? session.readQuotas() : {},
    wanted.use ? session.defaultVolumeType() : undefined,
    wanted.externalNetworks ? session.listExternalNetworks() : undefined,
    wanted.serverGroups ? session.listServerGroups() : undefined,
    wanted.loadBalancers ? session.hasLoadBalancers() : undefined,
  ]);
  const further = {
    ...(externalNetworks && { externalNetworks }),
    ...(serverGroups && { serverGroups }),
    ...(hasLoadBalancers !== undefined && { hasLoadBalancers }),
  };
  return {
    tenant,
    flavors,
    images,
    ...networks,
    volumeTypes,
    securityGroups,
    gateways,
    quotas,
    defaultVolumeType,
    ...further,
  };
}
