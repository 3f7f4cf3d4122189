/** Roles of the client `realm-management` that are told apart here. */
export const REALM_ROLES = [
  ...(['realm-admin', 'manage-users', 'view-users', 'query-users', 'query-groups'] as const),
  ...(['manage-events', 'view-events', 'view-realm'] as const),
];
export type RealmRole = (typeof REALM_ROLES)[number];

/** A role that has others in it; `realm-admin` has all. */
const INCLUDED: Partial<Record<RealmRole, readonly RealmRole[]>> = {
  'realm-admin': REALM_ROLES,
  'manage-users': ['view-users', 'query-users', 'query-groups'],
  'view-users': ['query-users', 'query-groups'],
  'manage-events': ['view-events'],
};

export const isRealmRole = (name: string): name is RealmRole => REALM_ROLES.some((role) => role === name);

/** Whether these roles have that one among or in them. */
export const hasRole = (roles: ReadonlySet<RealmRole>, wanted: RealmRole): boolean =>
  [...roles].some((role) => role === wanted || INCLUDED[role]?.includes(wanted));
