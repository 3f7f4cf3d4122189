import type { Cluster } from '#shared/domain/cluster';
import type { Uuid } from '#shared/domain/identifier';
import type { ClusterTenant } from '#shared/domain/managed/cluster-tenant';
import { changed } from '#shared/domain/record';
import type { SiteSettings } from '#shared/domain/site-settings';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { Ids, Logger } from '#shared/ports/runtime';
import type { SlotDeps } from '../_step/hold-slot.ts';

export type InfrastructureDeps = SlotDeps & {
  openstack: OpenStackSessions;
  ids: Ids;
  log: Logger;
  site: SiteSettings;
  /** How often a server is made, the first time included. */
  serverAttempts: number;
};

/** In the tenant's own project, with the cloud's account. */
export const sessionIn = async ({ store, openstack }: InfrastructureDeps, tenantUuid: Uuid): Promise<OpenStack> =>
  openstack.open(await store.tenants.get(tenantUuid));

/** Writes down what was made; nothing when it was known. */
export async function keepMade(
  { store, clock }: InfrastructureDeps,
  tenant: ClusterTenant,
  made: Partial<ClusterTenant['made']>,
): Promise<void> {
  const next = { ...tenant.made, ...made };
  if (JSON.stringify(next) === JSON.stringify(tenant.made)) return;
  await store.commit(store.clusterTenants.replace(changed(tenant, clock.now(), { made: next })));
}

/** The tenant as it was before the step, for steps that are given one by its uuid. */
export const tenantOf = ({ store }: InfrastructureDeps, cluster: Cluster, tenantUuid: Uuid): Promise<ClusterTenant> =>
  store.clusterTenants.get(cluster.uuid, tenantUuid);
