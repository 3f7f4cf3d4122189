import { type GroupScope, groupOfPrincipal, groupPrincipal, readGroupName } from './groups/group-names.ts';

/** That a group has this role in a place: `roleTemplateId` is the role's name in the group's. */
export type WantedBinding = { groupName: string; roleTemplateId: string };
export type FoundBinding = { id: string; groupPrincipalId: string; roleTemplateId: string };
export type BindingDiff<F> = { create: (WantedBinding & { groupPrincipalId: string })[]; remove: F[] };

/**
 * What the role bindings of one cluster or project in Rancher lack. Only its own groups are bound there (divergence 13); of what is
 * there, only a binding that we would have made goes: a group named after this very place and that role, which nothing recorded speaks
 * for. Groups of ours that somebody has bound elsewhere, or to another role, stay so.
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
    const meaning = readGroupName(groupOfPrincipal(groupPrincipalId) ?? '');
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
