import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import type { OpenStackDeps } from '#shared/app/nodes/steps/openstack-deps';
import { planOrder } from '#shared/app/planning/plan-order';
import { rancherOfferingOf } from '#shared/app/planning/rancher-offering-of';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import { completePools } from '#shared/domain/infrastructure/managed-plan/complete-pools';
import { attributesOf, type Order } from '#shared/domain/marketplace/order';
import { storedPoolOf } from '#shared/domain/pools/change/wanted-pools';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import { withSnapshotStore } from '#shared/domain/pools/order/snapshot-store';
import { usesOf } from '#shared/domain/providers/service-settings';

/** The pools of a managed cluster, in the tenants that were made for them. */
async function poolsInTenants(deps: OpenStackDeps, cluster: Cluster, order: Order): Promise<MachinePools> {
  const { store } = deps;
  const { pluginOptions } = await rancherOfferingOf(deps, cluster.offeringUuid);
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  const { publicIps = [] } = cluster.managed ?? {};
  return {
    settings: withSnapshotStore(order.managedAttributes?.poolSettings ?? DEFAULT_POOL_SETTINGS, pluginOptions, cluster),
    pools: tenants.flatMap(completePools).map((spec) => storedPoolOf(cluster.uuid, spec)),
    nodeCidrs: tenants.map(({ network }) => network.cidr),
    balancerAddresses: [
      ...publicIps.map(({ address }) => address),
      ...tenants.map(({ network }) => network.loadBalancerIp),
    ],
    machineNames: [],
  };
}

async function plannedPools(deps: OpenStackDeps, cluster: Cluster): Promise<MachinePools> {
  const order = await deps.store.orders.get(cluster.orderUuid);
  if (cluster.managed) return poolsInTenants(deps, cluster, order);
  const attributes = attributesOf(order);
  const offering = await rancherOfferingOf(deps, cluster.offeringUuid);
  const { pools = [], nodeCidrs = [] } = await planOrder(deps, attributes, cluster.settingsUuid, {
    offering,
    cluster,
    takenNames: new Set(),
    withUse: true,
  });
  return {
    settings: withSnapshotStore(attributes.poolSettings ?? DEFAULT_POOL_SETTINGS, offering.pluginOptions, cluster),
    pools: pools.map((spec) => storedPoolOf(cluster.uuid, spec)),
    nodeCidrs,
    machineNames: [],
  };
}

/**
 * Checks the order again against the current state of the clouds, and writes the pools into the cluster's record. The
 * pools of an interrupted attempt stay, because Rancher may already have made machines for them.
 */
export const planPools = onProvider(steps.openstack.planPools, async (deps: OpenStackDeps, target, cluster) => {
  const { store, clock } = deps;
  const machinePools = cluster.machinePools ?? (await plannedPools(deps, cluster));
  const currentStep = 'Creating the cluster in Rancher';
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), { machinePools, currentStep })));
  await note(deps, target, { step: 'plan', message: `Planned ${machinePools.pools.length} pools` });
  const parts = usesOf(await rancherSettingsOf(deps, cluster.settingsUuid));
  return { uses: { ...parts, longhorn: cluster.installLonghorn && !parts.argocd } };
});
