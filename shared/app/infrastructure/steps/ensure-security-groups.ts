import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { ruleChanges } from '#shared/domain/infrastructure/security-groups/rule-changes';
import type { OpenStack } from '#shared/ports/openstack';
import type { SecurityGroupWithRules } from '#shared/ports/openstack/tenant-objects';
import { type InfrastructureDeps, keepMade, sessionIn, tenantOf } from './infrastructure-deps.ts';

type Wanted = ClusterTenant['securityGroups'][number];

/** Finds or creates the security group, and creates its missing rules. Rules that somebody has added stay. */
async function ensureGroup(session: OpenStack, wanted: Wanted, existing: readonly SecurityGroupWithRules[]) {
  const { name, description, rules } = wanted;
  const group =
    existing.find((item) => item.name === name) ?? (await session.createSecurityGroup({ name, description }));
  for (const rule of ruleChanges(rules, group.rules).missing) await session.createSecurityGroupRule(group.id, rule);
  return [name, group.id] as const;
}

export const ensureSecurityGroups = onProvider(
  steps.infrastructure.ensureSecurityGroups,
  async (deps: InfrastructureDeps, input, cluster) => {
    const tenant = await tenantOf(deps, cluster, input.tenantUuid);
    const session = await sessionIn(deps, tenant.uuid);
    const existing = await session.listSecurityGroups();
    const made = [];
    for (const wanted of tenant.securityGroups) made.push(await ensureGroup(session, wanted, existing));
    await keepMade(deps, tenant, { securityGroupIds: Object.fromEntries(made) });
    const message = `Security groups of tenant ${tenant.name} are there`;
    await note(deps, input, { step: 'security-groups', message, nodeName: tenant.name });
    return {};
  },
);
