import { randomBytes, randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { ProtocolMapper } from './protocol-mapper.ts';
import { noEvents, type RealmEvents } from './realm-events.ts';
import type { RealmRole } from './realm-roles.ts';

export interface KeycloakUser {
  id: string;
  /** Lower case: Keycloak lowers names on creation and ignores case in look-ups. */
  username: string;
  /** null: nobody can log in as this user. */
  password: string | null;
  /** Empty where there is none. */
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  enabled: boolean;
  createdTimestamp: number;
  /** Of the realm's client `realm-management`: what the user may do in the admin API, in this realm. */
  roles: Set<RealmRole>;
  /** Made for a client, not by anybody signing up. */
  isServiceAccount: boolean;
  /** The administrator that Keycloak makes at its first start, in the realm `master`: may do everything in every realm. */
  isAdmin: boolean;
}

export interface KeycloakClient {
  id: string;
  clientId: string;
  /** null: a public client. */
  secret: string | null;
  /** What an audience mapper adds to `aud` of its access tokens. */
  audience: string | null;
  directAccess: boolean;
  deviceFlow: boolean;
  /** Where browsers may be sent with a code. */
  redirectUris: string[];
  /** Sign-ins without PKCE (S256) are refused. */
  pkce: boolean;
  mappers: ProtocolMapper[];
  /** Its access tokens carry neither subject nor names nor roles. */
  lightweight: boolean;
}

export interface KeycloakGroup {
  id: string;
  name: string;
  /** null: a top group. */
  parentId: string | null;
  attributes: Record<string, string[]>;
  /** Users' ids. */
  members: Set<string>;
}

/** One realm's people and clients. Groups are empty until the admin API makes some. */
export interface KeycloakRealm {
  id: string;
  name: string;
  events: RealmEvents;
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
/** What logs in to the realm `master` to administer. */
export interface AdminAccount {
  username: string;
  password: string;
}

const ADMIN_CLI = {
  clientId: 'admin-cli',
  secret: null,
  audience: null,
  directAccess: true,
  deviceFlow: false,
  redirectUris: [],
  pkce: false,
  mappers: [],
  lightweight: true,
};
/** Holds the roles of the admin API; nobody logs in with it. */
const REALM_MANAGEMENT = { ...ADMIN_CLI, clientId: 'realm-management', directAccess: false };
const ID_NAMESPACE = '6f2a1f0e-9a55-4d3a-8c1c-5f0d6f6f9b11';

/** The realm `paddock`: a public client of that name for people, a confidential one for Paddock itself, and the given users. */
export function paddockRealm(users: SeedUser[], serviceSecret: string): KeycloakRealm {
  const realm = emptyRealm(PADDOCK_REALM);
  for (const client of [
    {
      ...ADMIN_CLI,
      clientId: 'paddock',
      audience: 'paddock',
      deviceFlow: true,
      lightweight: false,
      redirectUris: ['*'],
      pkce: true,
    },
    { ...ADMIN_CLI, clientId: 'paddock-sync', secret: serviceSecret, directAccess: false, lightweight: false },
  ]) {
    addClient(realm, client);
  }
  for (const user of users) addUser(realm, { ...user, password: user.username.toLowerCase() });
  return realm;
}

/** The realm `master` with its one administrator. */
export function masterRealm(admin: AdminAccount): KeycloakRealm {
  const realm = emptyRealm(MASTER_REALM);
  addUser(realm, { ...admin, isAdmin: true });
  return realm;
}

/** Every realm has the clients `admin-cli` and `realm-management`. */
export function emptyRealm(name: string): KeycloakRealm {
  const realm: KeycloakRealm = {
    ...{ id: uuidv5(name, ID_NAMESPACE), name, events: noEvents() },
    ...{ users: new Map(), clients: new Map(), groups: new Map() },
  };
  addClient(realm, ADMIN_CLI);
  addClient(realm, REALM_MANAGEMENT);
  return realm;
}

export function addClient(realm: KeycloakRealm, client: Omit<KeycloakClient, 'id'>): KeycloakClient {
  const added = { ...client, id: uuidv5(`${realm.name}/client/${client.clientId}`, ID_NAMESPACE) };
  realm.clients.set(client.clientId, added);
  return added;
}

type NewUser = Pick<KeycloakUser, 'username' | 'password'> & Partial<Omit<KeycloakUser, 'id'>>;

export function addUser(realm: KeycloakRealm, user: NewUser): KeycloakUser {
  const username = user.username.toLowerCase();
  const defaults = {
    ...{ email: '', emailVerified: false, firstName: '', lastName: '', enabled: true, createdTimestamp: Date.now() },
    ...{ isAdmin: false, isServiceAccount: false, roles: new Set<RealmRole>() },
  };
  // Named after realm and user, so that who was known before a restart is known after it.
  const id = uuidv5(`${realm.name}/${username}`, ID_NAMESPACE);
  const added = { ...defaults, ...user, id, username };
  realm.users.set(id, added);
  return added;
}

export function addGroup(
  realm: KeycloakRealm,
  group: Pick<KeycloakGroup, 'name' | 'parentId' | 'attributes'>,
): KeycloakGroup {
  const added = { ...group, id: randomUUID(), members: new Set<string>() };
  realm.groups.set(added.id, added);
  return added;
}

export function findUser({ users }: KeycloakRealm, username: string): KeycloakUser | undefined {
  return [...users.values()].find((user) => user.username === username.toLowerCase());
}

/** A realm lets people log in by e-mail as well. */
export const findByEmail = ({ users }: KeycloakRealm, email: string): KeycloakUser | undefined =>
  [...users.values()].find((user) => user.email !== '' && user.email === email.toLowerCase());

export const childrenOf = ({ groups }: KeycloakRealm, parentId: string | null): KeycloakGroup[] =>
  [...groups.values()].filter((group) => group.parentId === parentId);

export const newSecret = (): string => randomBytes(24).toString('base64url');
