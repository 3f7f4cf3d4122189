import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import type { OpenStackDeps } from '#shared/app/nodes/steps/openstack-deps';
import { planOrder } from '#shared/app/planning/plan-order';
import { rancherOfferingOf } from '#shared/app/planning/rancher-offering-of';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { attributesOf } from '#shared/domain/marketplace/order';
import { capiNameOf } from '#shared/domain/planning/cluster-api/capi-name';
import type { PlannedClusterApi } from '#shared/domain/planning/cluster-api/plan-cluster-api';
import { Misconfigured } from '#shared/errors';

async function planned(deps: OpenStackDeps, cluster: Cluster): Promise<PlannedClusterApi> {
  const order = await deps.store.orders.get(cluster.orderUuid);
  const { clusterApi } = await planOrder(deps, attributesOf(order), cluster.settingsUuid, {
    offering: await rancherOfferingOf(deps, cluster.offeringUuid),
    cluster,
    takenNames: new Set(),
    withUse: true,
  });
  if (!clusterApi) throw new Misconfigured(`Order ${order.uuid} is not for Cluster API.`);
  return clusterApi;
}

/**
 * Checks the order once more against the current facts, and writes the order's plan into the cluster's record. The plan
 * of an interrupted attempt stays, because Cluster API may have made machines from this plan.
 */
export const planClusterApi = onProvider(
  steps.openstack.planClusterApi,
  async (deps: OpenStackDeps, target, cluster) => {
    const { store, clock } = deps;
    const clusterApi = cluster.clusterApi ?? {
      capiName: capiNameOf(cluster.uuid),
      ...(await planned(deps, cluster)),
    };
    const currentStep = 'Writing the cluster to Cluster API';
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { clusterApi, currentStep })));
    await note(deps, target, { step: 'plan', message: `Cluster ${clusterApi.capiName} has been planned` });
    return {};
  },
);
