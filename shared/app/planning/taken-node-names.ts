import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';

/**
 * Lists the names of all machines in these tenants, even of machines that Paddock did not create. A new node must not
 * have one of these names.
 */
export async function takenNodeNames(openstack: OpenStackSessions, tenants: readonly Tenant[]): Promise<string[]> {
  const lists = await Promise.all(tenants.map(async (tenant) => (await openstack.open(tenant)).listServers()));
  return lists.flat().map((server) => server.name);
}
