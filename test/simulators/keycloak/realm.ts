import { randomBytes } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';

export interface KeycloakUser {
  id: string;
  /** Lower case: Keycloak lowers names on creation and ignores case in look-ups. */
  username: string;
  password: string;
  email: string;
  firstName: string;
  lastName: string;
  enabled: boolean;
  /** The administrator that Keycloak makes at its first start, in the realm `master`: may do everything in every realm. */
  isAdmin: boolean;
}

export interface KeycloakClient {
  clientId: string;
  /** null: a public client. */
  secret: string | null;
  /** What an audience mapper adds to `aud` of its access tokens. */
  audience: string | null;
  directAccess: boolean;
  deviceFlow: boolean;
  /** Its access tokens carry neither subject nor names nor roles. */
  lightweight: boolean;
}

export interface KeycloakGroup {
  id: string;
  name: string;
}

/** One realm's people and clients. Groups are empty until the admin API makes some. */
export interface KeycloakRealm {
  name: string;
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

const ADMIN_CLI: KeycloakClient = {
  clientId: 'admin-cli',
  secret: null,
  audience: null,
  directAccess: true,
  deviceFlow: false,
  lightweight: true,
};
const ID_NAMESPACE = '6f2a1f0e-9a55-4d3a-8c1c-5f0d6f6f9b11';

/** The realm `paddock`: a public client of that name for people, a confidential one for Paddock itself, and the given users. */
export function paddockRealm(users: SeedUser[], serviceSecret: string): KeycloakRealm {
  const realm = emptyRealm(PADDOCK_REALM);
  for (const client of [
    { ...ADMIN_CLI, clientId: 'paddock', audience: 'paddock', deviceFlow: true, lightweight: false },
    { ...ADMIN_CLI, clientId: 'paddock-sync', secret: serviceSecret, directAccess: false, lightweight: false },
  ]) {
    realm.clients.set(client.clientId, client);
  }
  for (const user of users) {
    addUser(realm, { ...user, password: user.username.toLowerCase(), isAdmin: false });
  }
  return realm;
}

/** The realm `master` with its one administrator. */
export function masterRealm(admin: AdminAccount): KeycloakRealm {
  const realm = emptyRealm(MASTER_REALM);
  addUser(realm, { ...admin, firstName: '', lastName: '', email: '', isAdmin: true });
  return realm;
}

/** Every realm has the client `admin-cli`. */
function emptyRealm(name: string): KeycloakRealm {
  const clients = new Map([[ADMIN_CLI.clientId, ADMIN_CLI]]);
  return { name, users: new Map(), clients, groups: new Map() };
}

function addUser(realm: KeycloakRealm, user: Omit<KeycloakUser, 'id' | 'enabled'>): void {
  const username = user.username.toLowerCase();
  // Named after realm and user, so that who was known before a restart is known after it.
  const id = uuidv5(`${realm.name}/${username}`, ID_NAMESPACE);
  realm.users.set(id, { ...user, id, username, enabled: true });
}

export function findUser({ users }: KeycloakRealm, username: string): KeycloakUser | undefined {
  return [...users.values()].find((user) => user.username === username.toLowerCase());
}

export const newSecret = (): string => randomBytes(24).toString('base64url');
