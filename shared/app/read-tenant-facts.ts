import type { TenantFacts } from '../domain/cloud-facts.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { OpenStackSessions } from '../ports/openstack.ts';

/** Reads a tenant once for a plan: five requests at the same time, however many nodes the plan has. */
export async function readTenantFacts(openstack: OpenStackSessions, tenant: Tenant): Promise<TenantFacts> {
  const session = await openstack.open(tenant);
  const [flavors, images, subnets, volumeTypes, securityGroups] = await Promise.all([
    session.listFlavors(),
    session.listImages(),
    session.listSubnets(),
    session.listVolumeTypes(),
    session.listSecurityGroups(),
  ]);
  return { tenant, flavors, images, subnets, volumeTypes, securityGroups };
}
