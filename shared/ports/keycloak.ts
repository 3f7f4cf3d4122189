import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** Each attribute is a list of values. A value has at most 255 characters; Keycloak answers 500 to longer ones. */
export type KeycloakAttributes = Readonly<Record<string, readonly string[]>>;
export type NewKeycloakGroup = { name: string; attributes: KeycloakAttributes };
export type KeycloakGroup = NewKeycloakGroup & {
  id: string;
  /** Absent for a top-level group. */
  parentId?: string;
  /** Counts all children, also those that Paddock did not create. */
  childCount: number;
};
export type KeycloakUser = {
  id: string;
  /** Always in lower case. */
  username: string;
  /** Users whom an administrator created may have no e-mail and no names. */
  email?: string;
  firstName?: string;
  lastName?: string;
  /** A disabled user cannot log in, but can be a member. */
  enabled: boolean;
};
/** An event about a user. `at` is an ISO instant with milliseconds. */
export type KeycloakUserEvent = { id: string; at: string; userId: string };

/**
 * Groups of the provider's realm. Lists read pages of 100 while they are iterated over; `Array.fromAsync` reads them
 * whole. Pages count from the start of the list. A deletion between two pages can hide another entry, so a missing
 * entry does not prove that it is gone.
 */
export interface KeycloakGroups {
  /**
   * All groups, on any level, with all these values of attributes. Keycloak answers an empty list, not 403, to an
   * account that may query groups but view none (`query-groups`).
   */
  listGroups(attributes: Readonly<Record<string, string>>): AsyncIterable<KeycloakGroup>;
  /** Throws BackendNotFound when the parent is gone. Since Keycloak 23 a group's own answer has no children. */
  listChildren(parentId: string): AsyncIterable<KeycloakGroup>;
  findGroup(id: string): Promise<KeycloakGroup | undefined>;
  /**
   * Finds by exact path from the top: `('c_…')` or `('c_…', 'cluster_…_cluster-owner')`. Group names are
   * case-sensitive; user names are not.
   */
  findGroupAt(...names: readonly [top: string, child?: string]): Promise<KeycloakGroup | undefined>;
  /** Returns the id. Throws BackendConflict when a top-level group has that name; read that group then. */
  createTopGroup(group: NewKeycloakGroup): Promise<string>;
  /** Throws BackendConflict when a sibling has that name, BackendNotFound when the parent is gone. */
  createChild(parentId: string, group: NewKeycloakGroup): Promise<string>;
  /** Renames the group and replaces all its attributes. Throws BackendNotFound and BackendConflict. */
  updateGroup(id: string, group: NewKeycloakGroup): Promise<void>;
  /**
   * Deletes the group with all its children and memberships, also those that Paddock did not create. Succeeds when it
   * is gone.
   */
  deleteGroup(id: string): Promise<void>;
  /** Direct members only: members of a child group are not listed. Throws BackendNotFound when the group is gone. */
  listMembers(groupId: string): AsyncIterable<KeycloakUser>;
  /** Succeeds when the user is a member. Throws BackendNotFound when the user or the group is gone. */
  addMember(groupId: string, userId: string): Promise<void>;
  /** Succeeds when the user is not a member, and when the user or the group is gone. */
  removeMember(groupId: string, userId: string): Promise<void>;
}

export interface KeycloakUsers {
  /** Finds by exact name, ignoring case. Without `exact`, Keycloak would match parts of names. */
  findUser(username: string): Promise<KeycloakUser | undefined>;
  findUserById(id: string): Promise<KeycloakUser | undefined>;
  /**
   * The users that exist, by name in lower case. Asks for each user, or reads the whole realm when that needs fewer
   * requests.
   */
  findUsers(usernames: readonly string[]): Promise<Map<string, KeycloakUser>>;
  /** All users of the realm, by name, without service accounts of clients (`service-account-…`). */
  listUsers(): AsyncIterable<KeycloakUser>;
}

/**
 * Events of the realm from an instant on (inclusive, in milliseconds), oldest first. Keycloak only records them when
 * the realm's settings say so. It deletes them after the time that is set there. Reading needs the role `view-events`.
 */
export interface KeycloakEvents {
  /** Which events are recorded and readable for our account. */
  readEventSources(): Promise<{ signIns: boolean; userCreations: boolean }>;
  /**
   * Logins and registrations through any client, also first logins through an identity provider. The name in such an
   * event is what the user typed, maybe an e-mail address. The id identifies the user.
   */
  listSignIns(since: Date): AsyncIterable<KeycloakUserEvent>;
  /**
   * Users that were created through the admin API. A user from a directory has no such event, and appears at the first
   * sign-in.
   */
  listUserCreations(since: Date): AsyncIterable<KeycloakUserEvent>;
}

/**
 * A provider's Keycloak, release 26 or later. Every call may throw the Backend* family of shared/errors.ts:
 * BackendUnauthorized for a refused account or right, BackendRejected for an invalid request, BackendUnavailable and
 * BackendThrottled for what may pass. Throws Misconfigured when the realm does not exist.
 */
export interface Keycloak extends KeycloakGroups, KeycloakUsers, KeycloakEvents {
  /** Checks the rights that are needed. Leaves nothing behind. */
  check(): Promise<CredentialCheck[]>;
}

export interface KeycloakSessions {
  /** Opens a session that logs in once, at its first call. Answers undefined when the provider uses no Keycloak. */
  open(settings: RancherSettings): Promise<Keycloak | undefined>;
}
