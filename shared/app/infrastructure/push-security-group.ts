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
  /** How long a cloud may take; default as an API function lives, with time left to write down how it went. */
  pushTimeoutMs?: number;
};
const PUSH_MS = 10_000;

/** More rules than the project was made for would meet its quota, and for a moment there are also those that go. */
async function widenQuota(deps: Deps, tenant: ClusterTenant, going: number): Promise<void> {
  if (tenant.made.projectId !== undefined) await setTenantQuotas(deps, tenant, going);
}

/** New ones first: what is in both sets of rules is never shut meanwhile. */
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
  // What comes after the caller was told of the failure might meet the next change.
  for (const change of changes) if (!isLate()) await change();
}

/**
 * Makes a tenant's group have the cluster's rules and no others that name an address. Safe to repeat; throws Backend* errors, and
 * BackendUnavailable when the cloud takes too long.
 */
export const pushSecurityGroup = (deps: Deps, tenant: ClusterTenant, group: ClusterSecurityGroup): Promise<void> =>
  withTimeout(deps.pushTimeoutMs ?? PUSH_MS, (isLate) => push(deps, tenant, group, isLate));
