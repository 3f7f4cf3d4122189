import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Ids, Logger } from '#shared/ports/runtime';

export type InfrastructureDeps = SlotDeps & {
  openstack: OpenStackSessions;
  ids: Ids;
  log: Logger;
  site: SiteSettings;
  /** Maximum number of attempts to create a server, including the first attempt. */
  serverAttempts: number;
};

/** Opens the tenant's project with the cloud's own account. */
export const sessionIn = async ({ store, openstack }: InfrastructureDeps, tenantUuid: Uuid): Promise<OpenStack> =>
  openstack.open(await store.tenants.get(tenantUuid));

export async function keepMade(
  { store, clock }: InfrastructureDeps,
  tenant: ClusterTenant,
  made: Partial<ClusterTenant['made']>,
): Promise<void> {
  const next = { ...tenant.made, ...made };
  if (JSON.stringify(next) === JSON.stringify(tenant.made)) return;
  await store.commit(store.clusterTenants.replace(changed(tenant, clock.now(), { made: next })));
}

export const tenantOf = ({ store }: InfrastructureDeps, cluster: Cluster, tenantUuid: Uuid): Promise<ClusterTenant> =>
  store.clusterTenants.get(cluster.uuid, tenantUuid);
