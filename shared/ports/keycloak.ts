import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/**
 * Attributes of a group or user. Each attribute has a list of values. Keycloak answers 500 to values with more than 255
 * characters.
 */
export type KeycloakAttributes = Readonly<Record<string, readonly string[]>>;
export type NewKeycloakGroup = { name: string; attributes: KeycloakAttributes };
export type KeycloakGroup = NewKeycloakGroup & {
  id: string;
  /** Id of the parent group. Undefined for a top-level group. */
  parentId?: string;
  /** Number of all children. Children that Paddock did not create also count. */
  childCount: number;
};
export type KeycloakUser = {
  id: string;
  /** The username is always in lower case. */
  username: string;
  /** E-mail and names may be absent for users whom an administrator created. */
  email?: string;
  firstName?: string;
  lastName?: string;
  /** A disabled user cannot log in, but can be a member of groups. */
  enabled: boolean;
};
/** An event about a user. `at` is an ISO time with milliseconds. */
export type KeycloakUserEvent = { id: string; at: string; userId: string };

/**
 * Groups of the provider's realm. A list is read in pages of 100 while the caller iterates. `Array.fromAsync` reads all
 * pages. If a group is deleted while a list is being read, the list can miss another group. A group that is missing in
 * a list may therefore still exist.
 */
export interface KeycloakGroups {
  /**
   * All groups on any level that have all these values in their attributes. If the account has `query-groups` but no
   * right to view groups, Keycloak answers an empty list, not 403.
   */
  listGroups(attributes: Readonly<Record<string, string>>): AsyncIterable<KeycloakGroup>;
  /**
   * Lists the children of a group. Since Keycloak 23, Keycloak shows a group without its children. Throws
   * BackendNotFound if the parent is gone.
   */
  listChildren(parentId: string): AsyncIterable<KeycloakGroup>;
  findGroup(id: string): Promise<KeycloakGroup | undefined>;
  /**
   * Finds a group by its path from the top: `('c_…')` or `('c_…', 'cluster_…_cluster-owner')`. Names of groups are
   * case-sensitive, unlike usernames.
   */
  findGroupAt(...names: readonly [top: string, child?: string]): Promise<KeycloakGroup | undefined>;
  /**
   * Returns the id of the new group. Throws BackendConflict if a top-level group has this name. The caller then reads
   * the existing group.
   */
  createTopGroup(group: NewKeycloakGroup): Promise<string>;
  /** Throws BackendConflict if the parent has a child with this name, and BackendNotFound if the parent is gone. */
  createChild(parentId: string, group: NewKeycloakGroup): Promise<string>;
  /**
   * Renames the group and replaces all its attributes. Throws BackendNotFound if the group is gone, and BackendConflict
   * if the name is taken.
   */
  updateGroup(id: string, group: NewKeycloakGroup): Promise<void>;
  /**
   * Deletes the group with all its children and memberships, even those that Paddock did not create. Also succeeds if
   * the group is gone.
   */
  deleteGroup(id: string): Promise<void>;
  /** Lists only direct members. Members of child groups are left out. Throws BackendNotFound if the group is gone. */
  listMembers(groupId: string): AsyncIterable<KeycloakUser>;
  /** Succeeds even if the user is already a member. Throws BackendNotFound if the user or the group is gone. */
  addMember(groupId: string, userId: string): Promise<void>;
  /** Succeeds even if the user is not a member, or if the user or the group is gone. */
  removeMember(groupId: string, userId: string): Promise<void>;
}

export interface KeycloakUsers {
  /**
   * Finds a user by the whole username, in upper or lower case. The request has `exact`, because otherwise Keycloak
   * matches parts of names.
   */
  findUser(username: string): Promise<KeycloakUser | undefined>;
  findUserById(id: string): Promise<KeycloakUser | undefined>;
  /**
   * The existing users among these usernames. The keys of the map are usernames in lower case. Searches for each user,
   * or reads the whole realm if that takes fewer requests.
   */
  findUsers(usernames: readonly string[]): Promise<Map<string, KeycloakUser>>;
  /** All users of the realm, sorted by username. Service accounts of clients (`service-account-…`) are left out. */
  listUsers(): AsyncIterable<KeycloakUser>;
}

/**
 * Events of the realm since a time (inclusive, in milliseconds), oldest first. The realm's settings say whether
 * Keycloak records events, and how long it keeps them. Reading events needs the role `view-events`.
 */
export interface KeycloakEvents {
  /** Which kinds of events Keycloak records. Both fields are false if Paddock's account has no right to read events. */
  readEventSources(): Promise<{ signIns: boolean; userCreations: boolean }>;
  /**
   * Logins and registrations through any client, including first logins through an identity provider. Only the id
   * identifies the user, because the username in such an event is what the user typed, for example an e-mail address.
   */
  listSignIns(since: Date): AsyncIterable<KeycloakUserEvent>;
  /**
   * Users that were created through the admin API. For users from a directory, Keycloak records no creation. Only the
   * sign-ins of these users are recorded.
   */
  listUserCreations(since: Date): AsyncIterable<KeycloakUserEvent>;
}

/**
 * A provider's Keycloak, release 26 or later. Every call may throw the Backend* errors of shared/errors.ts:
 * BackendUnauthorized for a refused account or a missing right, BackendRejected for an invalid request,
 * BackendUnavailable and BackendThrottled for temporary failures. Throws Misconfigured if the realm does not exist.
 */
export interface Keycloak extends KeycloakGroups, KeycloakUsers, KeycloakEvents {
  /** Checks the rights that Paddock needs. Leaves nothing behind in Keycloak. */
  check(): Promise<CredentialCheck[]>;
  /**
   * Logs in. Throws Misconfigured if Keycloak answers 404: the account's realm does not exist, or the configured
   * address is wrong.
   */
  logIn(): Promise<void>;
  /** Throws BackendUnauthorized if the account has no right to manage groups of the realm. Leaves nothing behind. */
  tryGroupRights(): Promise<void>;
}

export interface KeycloakSessions {
  /** Opens a session, which logs in at its first call. Returns undefined if the provider uses no Keycloak. */
  open(settings: RancherSettings): Promise<Keycloak | undefined>;
}
