/**
 * The rights of a Keystone user in Magnum's API. A reader can read, a member can also order clusters, and a manager can
 * also approve the orders of the project.
 */
export type KeystoneRole = 'reader' | 'member' | 'manager';

/**
 * The rights that Keystone's own roles give in Paddock, the strongest role first. In Keystone, `admin` administers the
 * whole cloud. In Paddock, `admin` administers only the project of the token. Clouds of earlier OpenStack releases have
 * the role `_member_`. All other roles are defined by operators, so Paddock does not know their meaning.
 */
const MEANINGS: readonly (readonly [name: string, KeystoneRole])[] = [
  ['admin', 'manager'],
  ['manager', 'manager'],
  ['member', 'member'],
  ['_member_', 'member'],
  ['reader', 'reader'],
];

/**
 * The strongest role of a token, from the names of its roles in Keystone. Undefined if `MEANINGS` has none of these
 * names.
 */
export const keystoneRoleOf = (names: readonly string[]): KeystoneRole | undefined =>
  MEANINGS.find(([name]) => names.includes(name))?.[1];
