import { randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { ClientForm } from './admin/client-representation.ts';
import type { RealmForm } from './admin/realm-representation.ts';
import { clientOf, type KeycloakClient } from './realm-client.ts';
import { noEvents, type RealmEvents } from './realm-events.ts';
import { COMPOSITES, type KeycloakRole, REALM_ROLES } from './realm-roles.ts';

export type { KeycloakRole };

export interface KeycloakUser extends RoleHolder {
  id: string;
  /** Lower case: Keycloak lowers names on creation and ignores case in look-ups. */
  username: string;
  /** Null if nobody can log in as this user. */
  password: string | null;
  /** Empty if the user has no e-mail address. */
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  enabled: boolean;
  createdTimestamp: number;
  /** Actions that the user must take at the next sign-in. Until then, the user gets no tokens. */
  requiredActions: string[];
  /** Seconds since 1970. Tokens from before this time are no longer valid. */
  notBefore: number;
  /** Whether the user was made for a client, rather than for a person. */
  isServiceAccount: boolean;
  /**
   * Whether this user is the administrator that Keycloak makes in the realm `master` at its first start. This user has
   * all rights in every realm.
   */
  isAdmin: boolean;
}

/**
 * A user or group that holds roles. `realmRoles` holds names of the realm's roles. `clientRoles` holds names of a
 * client's roles, by the client's id.
 */
export interface RoleHolder {
  realmRoles: Set<string>;
  clientRoles: Map<string, Set<string>>;
}

export interface KeycloakGroup extends RoleHolder {
  id: string;
  name: string;
  /** Null for a group without a parent. */
  parentId: string | null;
  description: string;
  attributes: Record<string, string[]>;
  members: Set<string>;
}

/** The users, clients, groups and roles of one realm. A new realm has no groups. */
export interface KeycloakRealm {
  id: string;
  name: string;
  events: RealmEvents;
  /** The fields of the realm itself, as they were written. */
  settings: RealmForm;
  kept: Record<string, unknown>;
  /** The realm's roles by name. */
  roles: Map<string, KeycloakRole>;
  users: Map<string, KeycloakUser>;
  clients: Map<string, KeycloakClient>;
  groups: Map<string, KeycloakGroup>;
}

export interface SeedUser {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
}

export const PADDOCK_REALM = 'paddock';
export const MASTER_REALM = 'master';
/** The account that administers Keycloak, in the realm `master`. */
export interface AdminAccount {
  username: string;
  password: string;
}

const ADMIN_CLI: ClientForm = {
  clientId: 'admin-cli',
  publicClient: true,
  directAccessGrantsEnabled: true,
  standardFlowEnabled: false,
  attributes: { 'client.use.lightweight.access.token.enabled': 'true' },
};
/** The client that holds the roles of the admin API. Nobody logs in with it. */
export const REALM_MANAGEMENT = 'realm-management';
const PADDOCK_CLIENT: ClientForm = {
  clientId: 'paddock',
  publicClient: true,
  directAccessGrantsEnabled: true,
  redirectUris: ['*'],
  attributes: { 'oauth2.device.authorization.grant.enabled': 'true', 'pkce.code.challenge.method': 'S256' },
  protocolMappers: [
    {
      ...{ name: 'audience', protocol: 'openid-connect', protocolMapper: 'oidc-audience-mapper' },
      config: { 'included.client.audience': 'paddock', 'access.token.claim': 'true' },
    },
  ],
};
const ID_NAMESPACE = '6f2a1f0e-9a55-4d3a-8c1c-5f0d6f6f9b11';

/**
 * The realm `paddock` with the given users. People sign in with the public client `paddock`. Paddock itself has a
 * confidential client.
 */
export function paddockRealm(users: SeedUser[], serviceSecret: string): KeycloakRealm {
  const realm = emptyRealm(PADDOCK_REALM);
  addClient(realm, PADDOCK_CLIENT);
  addClient(realm, {
    clientId: 'paddock-sync',
    secret: serviceSecret,
    standardFlowEnabled: false,
  }).serviceAccount = true;
  for (const user of users) addUser(realm, { ...user, password: user.username.toLowerCase() });
  return realm;
}

export function masterRealm(admin: AdminAccount): KeycloakRealm {
  const realm = emptyRealm(MASTER_REALM);
  addUser(realm, { ...admin, isAdmin: true });
  return realm;
}

/** Clients that Keycloak makes in every realm. The simulator does not use them. */
const BUILT_IN = ['account', 'account-console', 'broker', 'security-admin-console'];

/**
 * A realm without users. It has the clients `admin-cli` and `realm-management`, and the clients of Keycloak's own
 * pages.
 */
export function emptyRealm(name: string, id = uuidv5(name, ID_NAMESPACE)): KeycloakRealm {
  const realm: KeycloakRealm = {
    ...{ id, name, events: noEvents(), settings: { enabled: true }, kept: {} },
    ...{ roles: new Map(), users: new Map(), clients: new Map(), groups: new Map() },
  };
  addClient(realm, ADMIN_CLI);
  for (const clientId of BUILT_IN) addClient(realm, { clientId, publicClient: true, standardFlowEnabled: false });
  const management = addClient(realm, { clientId: REALM_MANAGEMENT, standardFlowEnabled: false });
  for (const role of REALM_ROLES) {
    addRole(management.roles, { name: role, description: label(role), composites: COMPOSITES[role] ?? [] });
  }
  const usual = ['offline_access', 'uma_authorization'];
  for (const role of usual) addRole(realm.roles, { name: role, description: label(role.replace('_a', '-a')) });
  addRole(realm.roles, { name: defaultRoleOf(realm), description: label('default-roles'), composites: usual });
  return realm;
}

/** The key of a text that Keycloak's pages translate. */
const label = (name: string): string => `\${role_${name}}`;

/** The name of the role that every user has. */
export const defaultRoleOf = ({ name }: Pick<KeycloakRealm, 'name'>): string => `default-roles-${name}`;

export function addRole(
  roles: Map<string, KeycloakRole>,
  role: Pick<KeycloakRole, 'name'> & Partial<KeycloakRole>,
): KeycloakRole {
  const added = { id: randomUUID(), description: undefined, attributes: {}, composites: [], ...role };
  roles.set(added.name, added);
  return added;
}

export function addClient(realm: KeycloakRealm, form: ClientForm, kept: Record<string, unknown> = {}): KeycloakClient {
  const id =
    form.id ??
    (form.clientId === undefined ? randomUUID() : uuidv5(`${realm.name}/client/${form.clientId}`, ID_NAMESPACE));
  const clientId = form.clientId ?? id;
  const added = { id, clientId, ...clientOf(form), roles: new Map(), form, kept };
  realm.clients.set(clientId, added);
  return added;
}

type NewUser = Pick<KeycloakUser, 'username' | 'password'> & Partial<Omit<KeycloakUser, 'id'>>;

export function addUser(realm: KeycloakRealm, user: NewUser): KeycloakUser {
  const username = user.username.toLowerCase();
  const defaults = {
    ...{ email: '', emailVerified: false, firstName: '', lastName: '', enabled: true, createdTimestamp: Date.now() },
    ...{ isAdmin: false, isServiceAccount: false, requiredActions: [], notBefore: 0 },
    ...{ realmRoles: new Set([defaultRoleOf(realm)]), clientRoles: new Map() },
  };
  // The id depends only on realm and user name, so that a user keeps it over a restart.
  const id = uuidv5(`${realm.name}/${username}`, ID_NAMESPACE);
  const added = { ...defaults, ...user, id, username };
  realm.users.set(id, added);
  return added;
}

export function addGroup(
  realm: KeycloakRealm,
  group: Pick<KeycloakGroup, 'name' | 'parentId' | 'attributes' | 'description'>,
): KeycloakGroup {
  const holds = { realmRoles: new Set<string>(), clientRoles: new Map() };
  const added = { ...group, ...holds, id: randomUUID(), members: new Set<string>() };
  realm.groups.set(added.id, added);
  return added;
}

export function findUser({ users }: KeycloakRealm, username: string): KeycloakUser | undefined {
  return [...users.values()].find((user) => user.username === username.toLowerCase());
}

/** The realm allows a login by e-mail address, too. */
export const findByEmail = ({ users }: KeycloakRealm, email: string): KeycloakUser | undefined =>
  [...users.values()].find((user) => user.email !== '' && user.email === email.toLowerCase());

export const childrenOf = ({ groups }: KeycloakRealm, parentId: string | null): KeycloakGroup[] =>
  [...groups.values()].filter((group) => group.parentId === parentId);

/**
 * Replaces the contents of a realm with the contents of another realm. The map objects of the realm stay, so references
 * to them remain valid.
 */
export function refillRealm(
  realm: KeycloakRealm,
  { users, clients, groups, roles, ...fresh }: KeycloakRealm,
): KeycloakRealm {
  refill(realm.users, users);
  refill(realm.clients, clients);
  refill(realm.groups, groups);
  refill(realm.roles, roles);
  return Object.assign(realm, fresh);
}

function refill<V>(map: Map<string, V>, fresh: ReadonlyMap<string, V>): void {
  const entries = [...fresh];
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
