import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import {
  type ClusterSecurityGroup,
  cloudRule,
} from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import { ruleChanges } from '#shared/domain/infrastructure/security-groups/rule-changes';
import { Invalid } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { withTimeout } from '../_core/with-timeout.ts';
import { setTenantQuotas } from './set-tenant-quotas.ts';

type Deps = {
  store: Pick<Store, 'tenants' | 'clusterTenants'>;
  openstack: Pick<OpenStackSessions, 'open' | 'admin'>;
  /** Time limit for a cloud. Default: leaves an API function time to record the result. */
  pushTimeoutMs?: number;
};
const PUSH_MS = 10_000;

/** More rules than planned would exceed the project's quota. For a moment the old rules count as well. */
async function widenQuota(deps: Deps, tenant: ClusterTenant, going: number): Promise<void> {
  if (tenant.made.projectId !== undefined) await setTenantQuotas(deps, tenant, going);
}

/** New rules first, so that what both sets allow is never blocked. */
async function push(deps: Deps, tenant: ClusterTenant, { name, rules }: ClusterSecurityGroup, isLate: () => boolean) {
  const session = await deps.openstack.open(await deps.store.tenants.get(tenant.uuid));
  const id = tenant.made.securityGroupIds?.[name];
  const group = (await session.listSecurityGroups()).find((item) => item.id === id);
  if (!group) throw new Invalid([`Security group ${name} not found in tenant`]);
  const { missing, surplus } = ruleChanges(rules.map(cloudRule), group.rules);
  if (missing.length > 0 && !isLate()) await widenQuota(deps, tenant, surplus.length);
  const changes = [
    ...missing.map((rule) => () => session.createSecurityGroupRule(group.id, rule)),
    ...surplus.map(
      ({ id }) =>
        () =>
          session.deleteSecurityGroupRule(id),
    ),
  ];
  // A change after the caller got the error might collide with the next call.
  for (const change of changes) if (!isLate()) await change();
}

/**
 * Makes a tenant's group have exactly the cluster's rules among those that name an address. Safe to repeat. Throws
 * Backend* errors, of which BackendUnavailable when the cloud takes too long.
 */
export const pushSecurityGroup = (deps: Deps, tenant: ClusterTenant, group: ClusterSecurityGroup): Promise<void> =>
  withTimeout(deps.pushTimeoutMs ?? PUSH_MS, (isLate) => push(deps, tenant, group, isLate));
