import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { madeFor } from '#shared/domain/infrastructure/managed-plan/complete-node';
import { isRancherOffering, isTenantOffering } from '#shared/domain/marketplace/offering';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { MadeObjects, PoolFacts } from '#shared/domain/planning/pools/machine-in-tenant';
import type { TenantOfPools } from '#shared/domain/pools/change/tenant-room';
import { type PluginOptions, pluginOptions } from '#shared/domain/providers/plugin-options';
import { Invalid, Misconfigured } from '#shared/errors';
import { allTenantsOf } from '../infrastructure/all-tenants-of.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { readTenantFacts } from '../planning/read-tenant-facts.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

type Deps = Pick<OrderDeps, 'store' | 'openstack' | 'site'>;

/** Facts from which the pools of a cluster are planned, for each tenant of the cluster. */
export type ClusterFacts = {
  cluster: Pick<Cluster, 'tenantUuid'>;
  byTenant: ReadonlyMap<Uuid, PoolFacts>;
  /** Tenants that were made for a managed cluster. Empty for other clusters. */
  made: TenantOfPools[];
  options: PluginOptions;
};

/** Waldur's error text (docs/spec/nodes.md#calls-of-nodes). */
const NOT_CONNECTED = 'Tenant should be one of already connected ones.';

/**
 * The facts of a pool's tenant. A request need not name the tenant if the cluster has only one. Throws Invalid naming
 * `tenant`.
 */
export function factsIn({ cluster, byTenant }: ClusterFacts, tenantUuid: Uuid | undefined): PoolFacts {
  if (tenantUuid === undefined && byTenant.size > 1) throw new Invalid({ tenant: ['This field is required.'] });
  const facts = byTenant.get(tenantUuid ?? cluster.tenantUuid);
  if (!facts) throw new Invalid({ tenant: [NOT_CONNECTED] });
  return facts;
}

const madeIn = (tenant: ClusterTenant): MadeObjects => {
  const { networkId, securityGroupIds } = madeFor(tenant, { role: 'server' });
  const { availabilityZone } = tenant.loadBalancer;
  return { networkId, securityGroupIds, serverGroupIds: tenant.made.serverGroupIds, availabilityZone };
};

async function cloudOfferingOf({ store }: Deps, { name, offeringUuid }: ClusterTenant) {
  const offering = await store.offerings.find(offeringUuid);
  if (offering && isTenantOffering(offering)) return offering.pluginOptions;
  throw new Misconfigured(`The OpenStack offering ${offeringUuid} of tenant ${name} is gone.`);
}

type OfCluster = Omit<PoolFacts, 'tenant' | 'made' | 'baseImageName'> & { baseImageName: string };

async function factsOf(
  { store, openstack }: Deps,
  tenantUuid: Uuid,
  { allocateFloatingIps, serverGroups }: { allocateFloatingIps: boolean; serverGroups: boolean },
) {
  return readTenantFacts(openstack, await store.tenants.get(tenantUuid), {
    serverGroups,
    ...{ gateways: allocateFloatingIps, externalNetworks: allocateFloatingIps, use: true, subnetUuids: [] },
  });
}

/**
 * Facts about a tenant that was made for the cluster. The tenant's quotas are left out, because they are set to what
 * the pools need.
 */
async function factsOfMade(
  deps: Deps,
  tenant: ClusterTenant,
  shared: OfCluster,
): Promise<{ facts: PoolFacts; of: TenantOfPools }> {
  const offering = await cloudOfferingOf(deps, tenant);
  const { allocateFloatingIps } = shared;
  // Paddock chooses the server groups of managed clusters.
  const wanted = { allocateFloatingIps, serverGroups: false };
  const seen: TenantFacts = { ...(await factsOf(deps, tenant.uuid, wanted)), quotas: {} };
  const baseImageName = offering.image_name ?? shared.baseImageName;
  const cloud = { storageMode: offering.storage_mode, defaultVolumeType: seen.defaultVolumeType };
  return {
    facts: { ...shared, baseImageName, tenant: seen, made: madeIn(tenant) },
    of: { tenant, flavors: seen.flavors, cloud },
  };
}

/**
 * Reads the facts from which the pools of the cluster are planned: the objects in its tenants, its provider's settings,
 * and its offering's rules.
 */
export async function readPoolFacts(deps: Deps, cluster: Cluster): Promise<ClusterFacts> {
  const { store, site } = deps;
  const [uuids, tenants, { options }, offering] = await Promise.all([
    allTenantsOf(deps, cluster),
    cluster.managed ? store.clusterTenants.listByCluster(cluster.uuid) : [],
    rancherSettingsOf({ store }, cluster.settingsUuid),
    store.offerings.find(cluster.offeringUuid),
  ]);
  const { baseImageName, baseImageUser: sshUser, allocateFloatingIpToAllNodes: allocateFloatingIps } = options;
  const offered = offering && isRancherOffering(offering) ? offering.pluginOptions : pluginOptions.parse({});
  const shared = { baseImageName, sshUser, allocateFloatingIps, flavorsRegex: offered.flavors_regex, site };
  const made = await Promise.all(tenants.map((tenant) => factsOfMade(deps, tenant, shared)));
  const known = new Set(made.map(({ of }) => of.tenant.uuid));
  const others = await Promise.all(
    uuids
      .filter((uuid) => !known.has(uuid))
      .map(async (uuid): Promise<[Uuid, PoolFacts]> => {
        return [uuid, { ...shared, tenant: await factsOf(deps, uuid, { allocateFloatingIps, serverGroups: true }) }];
      }),
  );
  const byTenant = new Map([...made.map(({ facts, of }): [Uuid, PoolFacts] => [of.tenant.uuid, facts]), ...others]);
  return { cluster, byTenant, made: made.map(({ of }) => of), options: offered };
}
