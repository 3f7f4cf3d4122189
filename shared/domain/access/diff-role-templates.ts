import type { RancherRoleTemplate } from '../rancher-role-template.ts';

/** As Rancher has it. */
type FoundRole = { id: string; name: string; context: RancherRoleTemplate['scopeType'] };
type Recorded = Pick<RancherRoleTemplate, 'scopeType' | 'name' | 'displayName'>;
export type RoleTemplateDiff<R> = {
  create: Recorded[];
  rename: { role: R; displayName: string }[];
  /** Recorded, and Rancher does not have it: groups may hang on it, so a list that was short for once must not be believed. */
  missing: R[];
};

const keyOf = ({ scopeType, name }: Recorded): string => `${scopeType} ${name}`;

/** What the records of a provider's roles lack. Who gave a role another name in Rancher finds it here (waldur-rancher.md §6). */
export function diffRoleTemplates<R extends Recorded>(
  recorded: readonly R[],
  found: readonly FoundRole[],
): RoleTemplateDiff<R> {
  const there = new Map(
    found
      .map(({ id, name, context }) => ({ scopeType: context, name: id, displayName: name }))
      .map((it) => [keyOf(it), it]),
  );
  const known = new Set(recorded.map(keyOf));
  return {
    create: [...there.values()].filter((it) => !known.has(keyOf(it))),
    rename: recorded.flatMap((role) => {
      const displayName = there.get(keyOf(role))?.displayName;
      return displayName === undefined || displayName === role.displayName ? [] : [{ role, displayName }];
    }),
    missing: recorded.filter((role) => !there.has(keyOf(role))),
  };
}
