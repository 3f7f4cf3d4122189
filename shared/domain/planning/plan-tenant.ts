import type { Uuid } from '../_core/identifier.ts';
import type { Refusals } from '../_core/refusals.ts';
import type { Image, SecurityGroup, TenantFacts } from './cloud-facts.ts';
import { findInTenant } from './find-in-tenant.ts';
import type { OrderAttributes } from './order-attributes.ts';
import type { PlanFacts } from './plan-facts.ts';

/** What all machines of one tenant have alike; no image when the tenant has none, which is refused by then. */
export type TenantPlan = { facts: TenantFacts; image: Image | undefined; securityGroups: readonly SecurityGroup[] };

function chooseImage({ images }: TenantFacts, name: string, refused: Refusals): Image | undefined {
  const image = images.find((item) => item.name === name);
  if (!image) refused.add('tenant', 'No matching image found.');
  return image;
}

function defaultGroup({ securityGroups }: TenantFacts, refused: Refusals): SecurityGroup[] {
  const standard = securityGroups.find((group) => group.name === 'default');
  if (!standard) refused.add('tenant', 'Default security group is not found.');
  return standard ? [standard] : [];
}

/** Each group lives in one tenant, so a machine gets those of the order's that are in its own, or the default one. */
function groupsIn(facts: TenantFacts, wanted: readonly Uuid[], refused: Refusals): SecurityGroup[] {
  const own = wanted.flatMap((id) => findInTenant(facts.securityGroups, facts, 'security-group', id) ?? []);
  return own.length > 0 ? own : defaultGroup(facts, refused);
}

const isIn = (facts: TenantFacts, group: Uuid): boolean =>
  findInTenant(facts.securityGroups, facts, 'security-group', group) !== undefined;

const foreignGroupText = (group: Uuid): string =>
  `Security group ${group} does not belong to the same tenant as instance.`;

/** Image and security groups of each of an order's tenants (docs/spec/orders.md#planned-nodes); what is missing is refused. */
export function planTenants(
  { securityGroupUuids }: OrderAttributes,
  { tenants, baseImageName }: Pick<PlanFacts, 'tenants' | 'baseImageName'>,
  refused: Refusals,
): Map<Uuid, TenantPlan> {
  const all = [...tenants.values()];
  const foreign = securityGroupUuids.filter((group) => !all.some((facts) => isIn(facts, group)));
  refused.say('security_groups', foreign.map(foreignGroupText).join(' '));
  return new Map(
    [...tenants].map(([uuid, facts]) => {
      const image = chooseImage(facts, baseImageName, refused);
      return [uuid, { facts, image, securityGroups: groupsIn(facts, securityGroupUuids, refused) }];
    }),
  );
}
