import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import { allTenantsOf } from '#shared/app/infrastructure/all-tenants-of';
import { openRemainingTenant } from '#shared/app/infrastructure/open-remaining-tenant';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Ids, Logger, Secrets } from '#shared/ports/runtime';
import type { VaultSessions } from '#shared/ports/vault';

export type OpenStackDeps = SlotDeps & {
  openstack: OpenStackSessions;
  vault: VaultSessions;
  secrets: Secrets;
  ids: Ids;
  log: Logger;
  stage: string;
  site: SiteSettings;
  /** Maximum number of attempts to create a node's server, including the first attempt. */
  serverAttempts: number;
  /** The address at which machines reach Paddock, without a trailing slash: `https://paddock.example.org`. */
  publicUrl: string;
};

/**
 * Opens the cluster's own tenant, and all other tenants that have machines of the cluster. Machines of pools may be in
 * any tenant of the cluster. Tenants that do not exist are left out.
 */
export async function sessionsOf(deps: OpenStackDeps, cluster: Cluster, nodes: readonly Node[]): Promise<OpenStack[]> {
  const ofPools = cluster.machinePools ? await allTenantsOf(deps, cluster) : [];
  const uuids = new Set([cluster.tenantUuid, ...ofPools, ...nodes.map((node) => node.spec.tenantUuid)]);
  const opened = await Promise.all([...uuids].map((uuid) => openRemainingTenant(deps, cluster, uuid)));
  return opened.filter((session) => session !== undefined);
}
