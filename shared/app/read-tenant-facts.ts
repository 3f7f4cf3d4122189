import type { TenantFacts } from '../domain/cloud-facts.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { OpenStackSessions } from '../ports/openstack.ts';

/**
 * Reads a tenant once for a plan, everything at the same time, however many nodes the plan has.
 * @param withGateways reads routers too, which only floating IPs need
 */
export async function readTenantFacts(
  openstack: OpenStackSessions,
  tenant: Tenant,
  { withGateways }: { withGateways: boolean },
): Promise<TenantFacts> {
  const session = await openstack.open(tenant);
  const [flavors, images, subnets, volumeTypes, securityGroups, quotas, gateways] = await Promise.all([
    session.listFlavors(),
    session.listImages(),
    session.listSubnets(),
    session.listVolumeTypes(),
    session.listSecurityGroups(),
    session.readQuotas(),
    withGateways ? session.listGateways() : [],
  ]);
  return { tenant, flavors, images, subnets, volumeTypes, securityGroups, quotas, gateways };
}
