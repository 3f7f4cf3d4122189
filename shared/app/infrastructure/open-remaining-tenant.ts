import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Tenant } from '#shared/domain/planning/tenant';
import { BackendUnauthorized } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'tenants'>; openstack: Pick<OpenStackSessions, 'open' | 'admin'> };

async function isThere({ openstack }: Deps, { settingsUuid, backendId }: Tenant): Promise<boolean> {
  const admin = await openstack.admin(settingsUuid);
  return (await admin.listProjects()).some(({ id }) => id === backendId);
}

/**
 * Opens a session in a tenant of a cluster that is being deleted. Returns undefined when the tenant no longer exists,
 * so that the deletion can continue. The deletion of a managed cluster removes its tenants one by one, and an operator
 * may have deleted a tenant by hand.
 */
export async function openRemainingTenant(
  deps: Deps,
  cluster: Pick<Cluster, 'managed'>,
  tenantUuid: Uuid,
): Promise<OpenStack | undefined> {
  const { store, openstack } = deps;
  if (!cluster.managed) return openstack.open(await store.tenants.get(tenantUuid));
  const tenant = await store.tenants.find(tenantUuid);
  if (!tenant) return undefined;
  try {
    return await openstack.open(tenant);
  } catch (error) {
    // Keystone gives the same refusal for a deleted project as for a wrong credential, so look up the project.
    if (error instanceof BackendUnauthorized && !(await isThere(deps, tenant))) return undefined;
    throw error;
  }
}
