import { z } from 'zod';
import type { RancherStore } from '../_core/rancher-store.ts';
import { type InsideRole, PLACE_ROLES, type PlaceRole, type Rule, VERBS } from './role-rules.ts';

const STRENGTH: InsideRole[] = ['cluster-admin', 'admin', 'edit', 'view', 'member'];
/** API groups that are left out of a resource's name. Resources of other groups have the group as a prefix. */
const BARE_GROUPS = ['', '*', 'management.cattle.io'];
const ownRule = z.object({
  apiGroups: z.array(z.string()).default([]),
  resources: z.array(z.string()).default([]),
  verbs: z.array(z.string()).default([]),
});

export const strongest = (roles: InsideRole[]): InsideRole | undefined => STRENGTH.find((role) => roles.includes(role));

/**
 * The rights that a role template gives in the cluster or project of its binding. The rights of Rancher's own roles are
 * in a table. Any other role has the rights of its own rules and of the roles that it inherits.
 */
export function placeRole(store: Pick<RancherStore, 'roleTemplates'>, id: string): PlaceRole {
  const known = PLACE_ROLES[id];
  const template = store.roleTemplates.get(id);
  if (!template) return { rules: [], inside: 'member' };
  if (known) return known;
  const parents = template.roleTemplateIds.map((parent) => placeRole(store, parent));
  return {
    rules: [...(template.rules ?? []).flatMap(rulesIn), ...parents.flatMap(({ rules }) => rules)],
    inside: strongest(parents.map(({ inside }) => inside)) ?? 'member',
    inCluster: parents.flatMap(({ inCluster = [] }) => inCluster),
  };
}

function rulesIn(given: Record<string, unknown>): Rule[] {
  const { apiGroups, resources, verbs } = ownRule.parse(given);
  const named = apiGroups.map((group) => (BARE_GROUPS.includes(group) ? '' : `${group}.`));
  const qualified = named.flatMap((prefix) => resources.map((resource) => `${prefix}${resource}`));
  return verbs.flatMap((verb): Rule[] => {
    const known = [...VERBS, '*' as const].find((one) => one === verb);
    return known ? [[[known], ...qualified]] : [];
  });
}
