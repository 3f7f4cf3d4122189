import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import { openWhatIsLeft } from '#shared/app/infrastructure/open-what-is-left';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
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
  /** How often a node's server is made, the first time included. */
  serverAttempts: number;
  /** Where machines reach us: `https://paddock.example.org`, without a slash at the end. */
  publicUrl: string;
};

/**
 * A session for each tenant the cluster has machines in; its own tenant when it has no machine yet. A managed cluster's, which are
 * made and removed one by one, may not all be there.
 */
export async function sessionsOf(deps: OpenStackDeps, cluster: Cluster, nodes: readonly Node[]): Promise<OpenStack[]> {
  const uuids = new Set([cluster.tenantUuid, ...nodes.map((node) => node.spec.tenantUuid)]);
  const opened = await Promise.all([...uuids].map((uuid) => openWhatIsLeft(deps, cluster, uuid)));
  return opened.filter((session) => session !== undefined);
}
