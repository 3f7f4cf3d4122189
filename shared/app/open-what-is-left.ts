import type { Cluster } from '../domain/cluster.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { Tenant } from '../domain/tenant.ts';
import { BackendUnauthorized } from '../errors.ts';
import type { OpenStack } from '../ports/openstack.ts';
import type { OpenStackSessions } from '../ports/openstack-sessions.ts';
import type { Store } from '../ports/store.ts';

type Deps = { store: Pick<Store, 'tenants'>; openstack: Pick<OpenStackSessions, 'open' | 'admin'> };

async function isThere({ openstack }: Deps, { settingsUuid, backendId }: Tenant): Promise<boolean> {
  const admin = await openstack.admin(settingsUuid);
  return (await admin.listProjects()).some(({ id }) => id === backendId);
}

/**
 * A session in a tenant of a cluster that is being deleted. A managed cluster's tenants go with it, one by one, and somebody may have
 * taken one away before: undefined where there is none any more, so that a deletion gets past it.
 */
export async function openWhatIsLeft(
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
    // Keystone says no more than that of a project which is gone.
    if (error instanceof BackendUnauthorized && !(await isThere(deps, tenant))) return undefined;
    throw error;
  }
}
