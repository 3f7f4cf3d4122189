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
}

export interface KeycloakClient {
  clientId: string;
  /** null: a public client. */
  secret: string | null;
  /** What an audience mapper adds to `aud` of its access tokens. */
  audience: string | null;
  directAccess: boolean;
  deviceFlow: boolean;
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
const ID_NAMESPACE = '6f2a1f0e-9a55-4d3a-8c1c-5f0d6f6f9b11';

/** The realm `paddock`: a public client of that name for people, a confidential one for Paddock itself, and the given users. */
export function paddockRealm(users: SeedUser[], serviceSecret: string): KeycloakRealm {
  const realm: KeycloakRealm = { name: PADDOCK_REALM, users: new Map(), clients: new Map(), groups: new Map() };
  for (const client of [
    { clientId: 'paddock', secret: null, audience: 'paddock', directAccess: true, deviceFlow: true },
    { clientId: 'paddock-sync', secret: serviceSecret, audience: null, directAccess: false, deviceFlow: false },
  ]) {
    realm.clients.set(client.clientId, client);
  }
  for (const user of users) {
    const username = user.username.toLowerCase();
    // Named after realm and user, so that who was known before a restart is known after it.
    const id = uuidv5(`${PADDOCK_REALM}/${username}`, ID_NAMESPACE);
    realm.users.set(id, { ...user, id, username, password: username, enabled: true });
  }
  return realm;
}

export function findUser({ users }: KeycloakRealm, username: string): KeycloakUser | undefined {
  return [...users.values()].find((user) => user.username === username.toLowerCase());
}

export const newSecret = (): string => randomBytes(24).toString('base64url');
