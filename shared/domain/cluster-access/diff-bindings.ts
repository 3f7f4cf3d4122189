import { type GroupScope, groupOfPrincipal, groupPrincipal, parseGroupName } from './groups/group-names.ts';

/** A role that a group should have in a cluster or Rancher project. The group's name also contains `roleTemplateId`. */
export type WantedBinding = { groupName: string; roleTemplateId: string };
export type FoundBinding = { id: string; groupPrincipalId: string; roleTemplateId: string };
export type BindingDiff<F> = { create: (WantedBinding & { groupPrincipalId: string })[]; remove: F[] };

/**
 * Compares the role bindings of one Rancher cluster or project with the records. Paddock binds only the groups of this
 * cluster or project. (Waldur binds all cluster groups of a provider in each of the provider's clusters, which gives
 * users too many rights.) A binding is removed only if Paddock has made it and no record needs it. Paddock recognizes
 * its own bindings by the group's name, which contains the bound role and the uuid of this cluster or project. All
 * other bindings stay, even bindings of Paddock's groups.
 */
export function diffBindings<F extends FoundBinding>(
  place: GroupScope,
  wanted: readonly WantedBinding[],
  found: readonly F[],
): BindingDiff<F> {
  const keyOf = (principal: string, role: string) => `${principal} ${role}`;
  const present = new Set(found.map((it) => keyOf(it.groupPrincipalId, it.roleTemplateId)));
  const needed = new Set(wanted.map((it) => keyOf(groupPrincipal(it.groupName), it.roleTemplateId)));
  const isOurs = ({ groupPrincipalId, roleTemplateId }: F): boolean => {
    const meaning = parseGroupName(groupOfPrincipal(groupPrincipalId) ?? '');
    if (meaning?.kind !== 'child' || meaning.role !== roleTemplateId) return false;
    return meaning.scope.type === place.type && meaning.scope.uuid === place.uuid;
  };
  return {
    create: wanted
      .map((it) => ({ ...it, groupPrincipalId: groupPrincipal(it.groupName) }))
      .filter((it) => !present.has(keyOf(it.groupPrincipalId, it.roleTemplateId))),
    remove: found.filter((it) => isOurs(it) && !needed.has(keyOf(it.groupPrincipalId, it.roleTemplateId))),
  };
}
