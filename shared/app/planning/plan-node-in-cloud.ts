import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import {
  type AddedNodeRequest,
  planAddedNode,
  type UnnamedNode,
} from '#shared/domain/infrastructure/managed-plan/plan-added-node';
import type { OfferedCloud } from '#shared/domain/infrastructure/offered-cloud';
import { managedAttributesOf } from '#shared/domain/marketplace/order';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { Invalid, Misconfigured } from '#shared/errors';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { readClouds } from './check-managed-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { rancherOfferingOf } from './rancher-offering-of.ts';

/** Waldur's error text (docs/spec/nodes.md#calls-of-nodes). */
const NOT_CONNECTED = 'Tenant should be one of already connected ones.';

/** Finds the tenant for the node. A request need not name a tenant when the cluster has only one. */
function tenantFor(tenants: readonly ClusterTenant[], wanted: Uuid | undefined): ClusterTenant {
  const [first, ...others] = tenants;
  if (wanted === undefined && others.length > 0) throw new Invalid({ tenant: ['This field is required.'] });
  const tenant = wanted === undefined ? first : tenants.find(({ uuid }) => uuid === wanted);
  if (!tenant) throw new Invalid({ tenant: [NOT_CONNECTED] });
  return tenant;
}

/**
 * Facts of the cloud that the plan of a node in this tenant needs. The subnets and quotas of the tenant are left out,
 * because Paddock has set them.
 */
export const seenIn = (
  tenant: Tenant,
  { flavors, images, volumeTypes, defaultVolumeType }: OfferedCloud,
): TenantFacts => ({
  tenant,
  flavors,
  images,
  volumeTypes,
  defaultVolumeType,
  subnets: [],
  securityGroups: [],
  quotas: {},
  gateways: [],
  addresses: [],
});

/** Reads the current facts of the cloud. Throws CloudNotAsked when the cloud does not answer. */
export async function cloudOf(
  { store, ...deps }: OrderDeps,
  { offeringUuid: uuid }: ClusterTenant,
  baseImageName: string,
) {
  const offering = await store.offerings.find(uuid);
  const [cloud] = await readClouds({ store, ...deps }, [{ uuid, offering }], baseImageName);
  if (!cloud) throw new Misconfigured(`OpenStack offering ${uuid} is gone.`);
  return cloud;
}

/**
 * Plans one more node for a managed cluster from the current facts of its cloud. Throws Invalid if the node cannot be
 * created there now. Throws CloudNotAsked when the cloud does not answer.
 */
export async function planNodeInCloud(
  deps: OrderDeps,
  cluster: Cluster,
  request: AddedNodeRequest,
): Promise<{ machine: UnnamedNode; tenantUuid: Uuid; cloud: OfferedCloud; options: PluginOptions }> {
  const { store, site } = deps;
  const tenant = tenantFor(await store.clusterTenants.listByCluster(cluster.uuid), request.tenantUuid);
  const [order, offering, settings, record] = await Promise.all([
    store.orders.get(cluster.orderUuid),
    rancherOfferingOf(deps, cluster.offeringUuid),
    rancherSettingsOf(deps, cluster.settingsUuid),
    store.tenants.get(tenant.uuid),
  ]);
  const attributes = managedAttributesOf(order);
  const { pluginOptions: options } = offering;
  const cloud = await cloudOf(deps, tenant, settings.options.baseImageName);
  const allocateFloatingIps = settings.options.allocateFloatingIpToAllNodes;
  const inTenant = seenIn(record, cloud);
  const machine = planAddedNode(request, { tenant, cloud, inTenant, attributes, options, site, allocateFloatingIps });
  return { machine, tenantUuid: tenant.uuid, cloud, options };
}
