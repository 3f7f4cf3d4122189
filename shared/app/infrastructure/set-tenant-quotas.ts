import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { BackendUnavailable, Misconfigured } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'clusterTenants'>; openstack: Pick<OpenStackSessions, 'admin'> };

/**
 * Maximum number of attempts. Up to 20 operations on nodes of one cluster can run at the same time, and each may raise
 * the limits of the same tenant.
 */
const ROUNDS = 20;

const figuresOf = ({ limits, counts }: ClusterTenant) => ({ limits, counts });

/**
 * Sets the quotas of a tenant that was created for a cluster to the recorded limits. If the record has changed
 * meanwhile, sets the quotas again, so that they match the newest limits.
 * @param furtherRules number of additional security group rules that exist while rules are replaced
 */
export async function setTenantQuotas(
  { store, openstack }: Deps,
  first: ClusterTenant,
  furtherRules = 0,
): Promise<void> {
  const admin = await openstack.admin(first.settingsUuid);
  let tenant = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { projectId } = tenant.made;
    if (projectId === undefined) throw new Misconfigured(`Tenant ${tenant.name} has no project in OpenStack.`);
    const securityGroupRules = tenant.counts.securityGroupRules + furtherRules;
    await admin.setProjectQuotas(projectId, tenant.limits, { ...tenant.counts, securityGroupRules });
    const now = await store.clusterTenants.get(first.clusterUuid, first.uuid);
    if (isSameValue(figuresOf(now), figuresOf(tenant))) return;
    tenant = now;
  }
  throw new BackendUnavailable(`The quotas of tenant ${first.name} kept changing while they were set.`);
}
