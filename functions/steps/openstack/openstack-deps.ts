import type { Cluster } from '#shared/domain/cluster';
import type { Node } from '#shared/domain/node';
import type { SiteSettings } from '#shared/domain/site-settings';
import type { OpenStack, OpenStackSessions } from '#shared/ports/openstack';
import type { Clock, Ids, Logger, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { VaultSessions } from '#shared/ports/vault';

export type OpenStackDeps = {
  store: Store;
  openstack: OpenStackSessions;
  vault: VaultSessions;
  secrets: Secrets;
  clock: Clock;
  ids: Ids;
  log: Logger;
  stage: string;
  site: SiteSettings;
  /** Where machines reach us: `https://paddock.example.org`, without a slash at the end. */
  publicUrl: string;
};

/** A session for each tenant the cluster has machines in; its own tenant when it has no machine yet. */
export async function sessionsOf(
  { store, openstack }: OpenStackDeps,
  cluster: Cluster,
  nodes: readonly Node[],
): Promise<OpenStack[]> {
  const tenants = new Set([cluster.tenantUuid, ...nodes.map((node) => node.spec.tenantUuid)]);
  return Promise.all([...tenants].map(async (uuid) => openstack.open(await store.tenants.get(uuid))));
}
