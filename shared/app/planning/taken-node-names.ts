import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';

/** Names that machines in the given tenants have already, whoever made them: a new node's name passes over them. */
export async function takenNodeNames(openstack: OpenStackSessions, tenants: readonly Tenant[]): Promise<string[]> {
  const lists = await Promise.all(tenants.map(async (tenant) => (await openstack.open(tenant)).listServers()));
  return lists.flat().map((server) => server.name);
}
