import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/cluster';
import type { Uuid } from '#shared/domain/identifier';
import type { ClusterTenant } from '#shared/domain/managed/cluster-tenant';
import { isSameValue } from '#shared/domain/same-value';
import { BackendUnavailable, Misconfigured } from '#shared/errors';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

/** As often as there may be operations on nodes of one cluster, each of which may widen the same tenant. */
const ROUNDS = 20;

const figuresOf = ({ limits, counts }: ClusterTenant) => ({ limits, counts });

async function tenantOfNode({ store }: InfrastructureDeps, cluster: Cluster, nodeUuid: Uuid) {
  const { spec } = await store.nodes.get(cluster.uuid, nodeUuid);
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  return { name: spec.name, tenant: tenants.find(({ uuid }) => uuid === spec.tenantUuid) };
}

/** Somebody may widen the tenant meanwhile, and set its quotas before this does: so the last to write writes the widest. */
async function setQuotas(deps: InfrastructureDeps, cluster: Cluster, first: ClusterTenant): Promise<void> {
  const admin = await deps.openstack.admin(first.settingsUuid);
  let tenant = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { projectId } = tenant.made;
    if (projectId === undefined) throw new Misconfigured(`Tenant ${tenant.name} has no project.`);
    await admin.setProjectQuotas(projectId, tenant.limits, tenant.counts);
    const now = await deps.store.clusterTenants.get(cluster.uuid, tenant.uuid);
    if (isSameValue(figuresOf(now), figuresOf(tenant))) return;
    tenant = now;
  }
  throw new BackendUnavailable(`The quotas of tenant ${first.name} were widened again and again.`);
}

/** Room for a node that is added. Nobody but us widens a tenant that was made for a cluster; one that was registered is its owner's. */
export const ensureQuotas = onProvider(
  steps.infrastructure.ensureQuotas,
  async (deps: InfrastructureDeps, input, cluster) => {
    const { name: nodeName, tenant } = await tenantOfNode(deps, cluster, input.nodeUuid);
    if (!tenant) return {};
    await setQuotas(deps, cluster, tenant);
    await note(deps, input, { step: 'quotas', message: `Tenant ${tenant.name} has room for it`, nodeName });
    return {};
  },
);
