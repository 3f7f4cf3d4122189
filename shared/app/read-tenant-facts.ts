import type { TenantFacts } from '../domain/cloud-facts.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { OpenStackSessions } from '../ports/openstack-sessions.ts';

/** What not every plan needs to know. */
export type Wanted = {
  /** Routers: only floating IPs ask for them. */
  gateways: boolean;
  /** Quotas with what counts for them: not again a moment after they were looked at. */
  quotas: boolean;
};

/** Reads a tenant once for a plan, everything at the same time, however many nodes the plan has. */
export async function readTenantFacts(
  openstack: OpenStackSessions,
  tenant: Tenant,
  wanted: Wanted,
): Promise<TenantFacts> {
  const session = await openstack.open(tenant);
  const [flavors, images, subnets, volumeTypes, securityGroups, gateways, quotas, defaultVolumeType] =
    await Promise.all([
      session.listFlavors(),
      session.listImages(),
      session.listSubnets(),
      session.listVolumeTypes(),
      session.listSecurityGroups(),
      wanted.gateways ? session.listGateways() : [],
      wanted.quotas ? session.readQuotas() : {},
      wanted.quotas ? session.defaultVolumeType() : undefined,
    ]);
  return { tenant, flavors, images, subnets, volumeTypes, securityGroups, gateways, quotas, defaultVolumeType };
}
