import type { Cloud } from '../cloud.ts';
import type { Role } from './rows.ts';

const implied: Record<string, string[]> = { admin: ['manager'], manager: ['member'], member: ['reader'] };

/** A role brings the roles it implies: admin → manager → member → reader. */
export function withImplied(names: string[]): string[] {
  const all = new Set(names);
  // The loop also visits names that the loop itself adds to the set.
  for (const name of all) for (const weaker of implied[name] ?? []) all.add(weaker);
  return [...all];
}

/** Names of the roles a user holds on a project or domain, implied ones included. */
export function rolesOn(cloud: Cloud, userId: string, targetId: string): string[] {
  const held = cloud.keystone.assignments.filter((one) => one.userId === userId && one.targetId === targetId);
  return withImplied(held.flatMap(({ roleId }) => cloud.keystone.roles.get(roleId)?.name ?? []));
}

export const roleNamed = (cloud: Cloud, name: string): Role | undefined =>
  [...cloud.keystone.roles.values()].find((role) => role.name === name);
