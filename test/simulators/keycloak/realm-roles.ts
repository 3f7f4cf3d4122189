/** A role of a realm, or of a client. */
export interface KeycloakRole {
  id: string;
  name: string;
  description: string | undefined;
  attributes: Record<string, string[]>;
  /** Names of the roles that this role includes. All of them belong to the realm or client of this role. */
  composites: readonly string[];
}

/** Roles of the client `realm-management` in a new realm. */
export const REALM_ROLES = [
  ...(['realm-admin', 'manage-users', 'view-users', 'query-users', 'query-groups', 'impersonation'] as const),
  ...(['manage-events', 'view-events', 'manage-realm', 'view-realm', 'query-realms'] as const),
  ...(['create-client', 'manage-clients', 'view-clients', 'query-clients'] as const),
  ...(['manage-organizations', 'view-organizations', 'query-organizations'] as const),
  ...(['manage-identity-providers', 'view-identity-providers'] as const),
  ...(['manage-authorization', 'view-authorization'] as const),
] as const;
export type RealmRole = (typeof REALM_ROLES)[number];

/** Composite roles, each with the roles that it includes. */
export const COMPOSITES: Partial<Record<RealmRole, readonly RealmRole[]>> = {
  'realm-admin': REALM_ROLES.filter((role) => role !== 'realm-admin'),
  'view-users': ['query-users', 'query-groups'],
  'view-clients': ['query-clients'],
  'view-organizations': ['query-organizations'],
};

/**
 * For each role, the other roles whose rights it includes. For example, a caller who may change users may also view
 * users.
 */
const SUFFICES: Partial<Record<RealmRole, readonly RealmRole[]>> = {
  ...COMPOSITES,
  'manage-users': ['view-users', 'query-users', 'query-groups'],
  'manage-events': ['view-events'],
  'manage-realm': ['view-realm'],
  'manage-clients': ['view-clients', 'query-clients', 'create-client'],
};

export const isRealmRole = (name: string): name is RealmRole => REALM_ROLES.some((role) => role === name);

/** Whether one of these roles is the wanted role, or gives the rights of the wanted role. */
export const hasRole = (roles: ReadonlySet<RealmRole>, wanted: RealmRole): boolean =>
  [...roles].some((role) => role === wanted || SUFFICES[role]?.includes(wanted));
