import { onFreshRecords } from '#shared/app/on-fresh-records';
import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import { readOfferedClouds } from '#shared/app/read-offered-clouds';
import { setTenantQuotas } from '#shared/app/set-tenant-quotas';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/cluster';
import type { ClusterTenant } from '#shared/domain/managed/cluster-tenant';
import { withoutNode } from '#shared/domain/managed/place-added-node';
import type { Node } from '#shared/domain/node';
import { MOST_NODE_OPERATIONS } from '#shared/domain/node-operation';
import { changed } from '#shared/domain/record';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

/** How the cloud counts volumes decides what of the limits the node had; of an offering that is gone they stay as they are. */
async function cloudOf(deps: InfrastructureDeps, cluster: Cluster, { offeringUuid: uuid }: ClusterTenant) {
  if (!(await deps.store.offerings.find(uuid))) return undefined;
  const { options } = await rancherSettingsOf(deps, cluster.settingsUuid);
  const [cloud] = await readOfferedClouds(deps, [uuid], options.baseImageName);
  return cloud;
}

/** The tenant without the node; as it was where an attempt before has taken it out. */
async function takeOut(deps: InfrastructureDeps, cluster: Cluster, { spec }: Node): Promise<ClusterTenant | undefined> {
  const { store, clock } = deps;
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  const tenant = tenants.find(({ uuid }) => uuid === spec.tenantUuid);
  if (!tenant?.nodes.some(({ name }) => name === spec.name)) return tenant;
  const next = changed(tenant, clock.now(), withoutNode(tenant, spec.name, await cloudOf(deps, cluster, tenant)));
  await store.commit(store.clusterTenants.replace(next));
  return next;
}

/** The plan, limits and quotas follow once the machine and its volumes are gone: a cloud takes no quota below what is in use. */
export const releasePlace = onProvider(
  steps.infrastructure.releasePlace,
  async (deps: InfrastructureDeps, input, cluster) => {
    const node = await deps.store.nodes.get(cluster.uuid, input.nodeUuid);
    const tenant = await onFreshRecords(() => takeOut(deps, cluster, node), MOST_NODE_OPERATIONS);
    if (!tenant) return {};
    await setTenantQuotas(deps, tenant);
    const message = `Tenant ${tenant.name} is as wide as the nodes that stay`;
    await note(deps, input, { step: 'quotas', message, nodeName: node.spec.name });
    return {};
  },
);
