/** What a user of Keystone may do in Magnum's API: read, order clusters, or also approve the orders of the project. */
export type KeystoneRole = 'reader' | 'member' | 'manager';

/**
 * Keystone's own roles, the strongest first. In Keystone, `admin` administers the whole cloud. Here, it counts only for
 * the project of the token. Clouds of earlier releases have `_member_`. All other roles are defined by an operator, so
 * Paddock does not know their meaning.
 */
const MEANINGS: readonly (readonly [name: string, KeystoneRole])[] = [
  ['admin', 'manager'],
  ['manager', 'manager'],
  ['member', 'member'],
  ['_member_', 'member'],
  ['reader', 'reader'],
];

/** The strongest role of a token. Undefined if none of the names has a meaning here. */
export const keystoneRoleOf = (names: readonly string[]): KeystoneRole | undefined =>
  MEANINGS.find(([name]) => names.includes(name))?.[1];
