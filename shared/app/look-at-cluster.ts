import type { Cluster } from '../domain/cluster.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { ClusterTenant } from '../domain/managed/cluster-tenant.ts';
import { linkedPublicIps, type TenantLook } from '../domain/managed/public-ips.ts';
import { changed } from '../domain/record.ts';
import type { CloudAdmin } from '../ports/cloud-admin.ts';
import type { FloatingIp } from '../ports/openstack.ts';
import type { OpenStackSessions } from '../ports/openstack-sessions.ts';
import type { Clock } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { onFreshRecords } from './on-fresh-records.ts';

export type LookDeps = {
  store: Pick<Store, 'clusters' | 'clusterTenants' | 'commit'>;
  openstack: Pick<OpenStackSessions, 'admin'>;
  clock: Clock;
};
/** The clouds as one pass sees them. */
export type Clouds = { listFloatingIps(tenant: ClusterTenant): Promise<FloatingIp[]> };

/** One session per cloud, whatever the number of tenants there; a cloud that has failed is not asked again, and fails at once. */
export function cloudsOnce({ openstack }: Pick<LookDeps, 'openstack'>): Clouds {
  const sessions = new Map<Uuid, Promise<CloudAdmin>>();
  const failures = new Map<Uuid, unknown>();
  return {
    async listFloatingIps({ settingsUuid, made: { projectId } }) {
      if (projectId === undefined) return [];
      if (failures.has(settingsUuid)) throw failures.get(settingsUuid);
      const session = sessions.get(settingsUuid) ?? openstack.admin(settingsUuid);
      sessions.set(settingsUuid, session);
      try {
        return await (await session).listFloatingIps(projectId);
      } catch (error) {
        failures.set(settingsUuid, error);
        throw error;
      }
    },
  };
}

type Found = { looks: TenantLook[]; failures: Map<Uuid, unknown> };

/** One list for each tenant, at the same time; `failures` are by cloud. */
async function lookAtTenants(clouds: Clouds, tenants: readonly ClusterTenant[]): Promise<Found> {
  const found: Found = { looks: [], failures: new Map() };
  const looks = tenants.map(async (tenant) => {
    try {
      const floatingIps = await clouds.listFloatingIps(tenant);
      return [{ tenantUuid: tenant.uuid, loadBalancerIp: tenant.network.loadBalancerIp, floatingIps }];
    } catch (error) {
      found.failures.set(tenant.settingsUuid, error);
      return [];
    }
  });
  found.looks = (await Promise.all(looks)).flat();
  return found;
}

/** The cluster with what has changed; undefined when nothing has, or it is none to be written now. */
function withLooks(cluster: Cluster, states: readonly Cluster['state'][], looks: TenantLook[], now: Date) {
  const publicIps = cluster.managed && linkedPublicIps(cluster.managed.publicIps, looks);
  if (!cluster.managed || !publicIps || !states.includes(cluster.state)) return undefined;
  return changed(cluster, now, { managed: { ...cluster.managed, publicIps } });
}

/**
 * Compares a managed cluster with its clouds, and writes what differs: the floating IPs of its load balancers (waldur-rancher.md
 * §3.7-8). Costs one list for each tenant; where nothing differs nothing is written, nor read again. Two looks at one cluster at the
 * same time do no harm: the record is written over the version that was compared, and whoever loses compares anew.
 * @param cluster as good as current
 * @param states in which it is written at all: other ones belong to a machine
 */
export async function lookAtCluster(
  { store, clock }: LookDeps,
  clouds: Clouds,
  cluster: Cluster,
  states: readonly Cluster['state'][],
): Promise<{ isChanged: boolean; failures: Found['failures'] }> {
  const { looks, failures } = await lookAtTenants(clouds, await store.clusterTenants.listByCluster(cluster.uuid));
  if (!withLooks(cluster, states, looks, clock.now())) return { isChanged: false, failures };
  const isChanged = await onFreshRecords(async () => {
    const current = await store.clusters.find(cluster.uuid);
    const next = current && withLooks(current, states, looks, clock.now());
    if (next) await store.commit(store.clusters.replace(next));
    return next !== undefined;
  });
  return { isChanged, failures };
}
