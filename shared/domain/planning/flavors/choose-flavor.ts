import type { Refusals } from '#shared/domain/_core/refusals';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Flavor, TenantFacts } from '../cloud-facts.ts';
import { findInTenant } from '../find-in-tenant.ts';
import type { NodeRequest, NodeRole } from '../order-attributes.ts';
import { flavorMatcher } from './flavor-pattern.ts';

/**
 * Which flavors are allowed. The name must match the offering's `flavors_regex` (S0-225, S0-313). The flavor must have
 * at least the size that the installation requires for the role.
 */
export type FlavorRules = Pick<SiteSettings, 'roleRequirement'> & { flavorsRegex: string | undefined };

const fits = (flavor: Flavor, cpu: number, ramMb: number): boolean => flavor.vcpus >= cpu && flavor.ramMb >= ramMb;

/**
 * The smallest flavor with enough cores and memory. A flavor with less memory is smaller. With equal memory, a flavor
 * with fewer cores is smaller.
 */
function smallestFlavor(flavors: readonly Flavor[], cpu: number, ramMb: number): Flavor | undefined {
  const fitting = flavors.filter((flavor) => fits(flavor, cpu, ramMb));
  return fitting.sort((a, b) => a.ramMb - b.ramMb || a.vcpus - b.vcpus || a.name.localeCompare(b.name))[0];
}

/** Chooses a flavor for a node that asks for cores and memory. The installation's minimum for the role applies, too. */
function fittingFlavor(
  node: NodeRequest,
  facts: TenantFacts,
  { roleRequirement, flavorsRegex }: FlavorRules,
  refused: Refusals,
): Flavor | undefined {
  if (node.cpu === undefined || node.memoryMb === undefined) {
    refused.add('flavor', 'This field is required.');
    return undefined;
  }
  const need = roleRequirement[node.role];
  const cpu = Math.max(node.cpu, need.cpu);
  const ramMb = Math.max(node.memoryMb, need.ramMb);
  const isOffered = flavorMatcher(flavorsRegex);
  const offered = facts.flavors.filter(({ name }) => isOffered(name));
  const chosen = smallestFlavor(offered, cpu, ramMb);
  if (!chosen) refused.add('flavor', `No flavor in tenant ${facts.tenant.name} has ${cpu} cores and ${ramMb} MB.`);
  return chosen;
}

/**
 * Why a flavor is not allowed for a role, in the words of docs/spec/orders.md#planned-nodes. Undefined if it is
 * allowed.
 */
export function flavorProblem(
  flavor: Flavor,
  role: NodeRole,
  { roleRequirement, flavorsRegex }: FlavorRules,
): string | undefined {
  const need = roleRequirement[role];
  if (!flavorMatcher(flavorsRegex)(flavor.name)) return `Flavor ${flavor.name} is not part of the offering.`;
  const tooSmall = `Flavor ${flavor.name} does not meet requirements.`;
  if (flavor.vcpus < need.cpu) return `${tooSmall} CPU requirement is ${need.cpu} cores`;
  return flavor.ramMb < need.ramMb ? `${tooSmall} RAM requirement is ${need.ramMb} MB` : undefined;
}

/**
 * Chooses the flavor of a node. If no flavor fits, returns undefined, and adds the reason to `refused` in the words of
 * docs/spec/orders.md#planned-nodes.
 */
export function chooseFlavor(
  node: NodeRequest,
  facts: TenantFacts,
  rules: FlavorRules,
  refused: Refusals,
): Flavor | undefined {
  if (node.flavorUuid === undefined) return fittingFlavor(node, facts, rules, refused);
  const flavor = findInTenant(facts.flavors, facts, 'flavor', node.flavorUuid);
  const problem = flavor
    ? flavorProblem(flavor, node.role, rules)
    : `Flavor ${node.flavorUuid} is not visible in tenant ${facts.tenant.name}.`;
  if (problem !== undefined) refused.add('flavor', problem);
  return flavor;
}
