import type { CredentialCheck } from '#shared/domain/providers/credential-check';
import type { RancherSettings } from '#shared/domain/providers/service-settings';

/** Each attribute is a list; a value is at most 255 characters long, or Keycloak answers 500. */
export type KeycloakAttributes = Readonly<Record<string, readonly string[]>>;
export type NewKeycloakGroup = { name: string; attributes: KeycloakAttributes };
export type KeycloakGroup = NewKeycloakGroup & {
  id: string;
  /** Absent: a top group. */
  parentId?: string;
  /** Children of any kind, also those that are not ours. */
  childCount: number;
};
export type KeycloakUser = {
  id: string;
  /** In lower case, whatever it was made as. */
  username: string;
  /** Who was made by an administrator may have no e-mail and no names. */
  email?: string;
  firstName?: string;
  lastName?: string;
  /** A disabled user cannot log in, and can be a member. */
  enabled: boolean;
};
/** What became known of a user. `at` is an ISO instant to the millisecond. */
export type KeycloakUserEvent = { id: string; at: string; userId: string };

/**
 * Groups of the provider's realm. Lists are read page by page, 100 at a time, while they are iterated over (`Array.fromAsync` has them
 * all). Pages are counted from the beginning: what is deleted meanwhile may hide something else from a list, so not being in one
 * is no proof of being gone.
 */
export interface KeycloakGroups {
  /**
   * Groups on any level whose attributes have all these values, in one flat list. To an account that may ask for groups but see none
   * (`query-groups`) Keycloak answers an empty list, not 403.
   */
  listGroups(attributes: Readonly<Record<string, string>>): AsyncIterable<KeycloakGroup>;
  /** Since Keycloak 23 a group's own answer does not have its children. Throws BackendNotFound when the parent is gone. */
  listChildren(parentId: string): AsyncIterable<KeycloakGroup>;
  findGroup(id: string): Promise<KeycloakGroup | undefined>;
  /** By exact name from the top: `('c_…')` or `('c_…', 'cluster_…_cluster-owner')`. Unlike users' names, groups' keep their case. */
  findGroupAt(...names: readonly [top: string, child?: string]): Promise<KeycloakGroup | undefined>;
  /** Answers its id. Throws BackendConflict when a top group has that name: then look what it is. */
  createTopGroup(group: NewKeycloakGroup): Promise<string>;
  /** Throws BackendConflict when a sibling has that name, BackendNotFound when the parent is gone. */
  createChild(parentId: string, group: NewKeycloakGroup): Promise<string>;
  /** Renames, and replaces all attributes. Throws BackendNotFound and BackendConflict. */
  updateGroup(id: string, group: NewKeycloakGroup): Promise<void>;
  /** Takes its children, whose ever they are, and all memberships with it. Gone is fine. */
  deleteGroup(id: string): Promise<void>;
  /** Of the group itself: a child's members are not its parent's. Throws BackendNotFound when the group is gone. */
  listMembers(groupId: string): AsyncIterable<KeycloakUser>;
  /** Being in already is fine. Throws BackendNotFound when user or group is gone. */
  addMember(groupId: string, userId: string): Promise<void>;
  /** Not being in is fine, and so is a user or group that is gone. */
  removeMember(groupId: string, userId: string): Promise<void>;
}

export interface KeycloakUsers {
  /** By exact name, in any case. (Without `exact` Keycloak matches parts of names, and the first hit may be anybody.) */
  findUser(username: string): Promise<KeycloakUser | undefined>;
  findUserById(id: string): Promise<KeycloakUser | undefined>;
  /**
   * Those that exist, by name in lower case. Asks for each, or reads the whole realm where that is fewer requests: they never are more
   * than the realm has pages, and one.
   */
  findUsers(usernames: readonly string[]): Promise<Map<string, KeycloakUser>>;
  /** Everybody of the realm, by name; users that stand for clients (`service-account-…`) are left out. */
  listUsers(): AsyncIterable<KeycloakUser>;
}

/**
 * What happened in the realm, oldest first, from that millisecond on (inclusive). Keycloak records it only where the realm's settings
 * say so, forgets it after the time set there, and shows it to accounts with the role `view-events`.
 */
export interface KeycloakEvents {
  /** What is recorded, and may be read by our account. */
  readEventSources(): Promise<{ signIns: boolean; userCreations: boolean }>;
  /**
   * Log-ins and registrations, by whatever client; a user's first log-in through an identity provider is one too. The name that
   * Keycloak has in such an event is what was typed, which may be an e-mail address: whose it was is the id.
   */
  listSignIns(since: Date): AsyncIterable<KeycloakUserEvent>;
  /** By the admin API. Users that a directory brings in are made without an event, and seen when they sign in. */
  listUserCreations(since: Date): AsyncIterable<KeycloakUserEvent>;
}

/**
 * A provider's Keycloak, 26 or later. Every call may throw the Backend* family of shared/errors.ts: BackendUnauthorized for a refused
 * account or right, BackendRejected for what Keycloak finds wrong in a request, BackendUnavailable and BackendThrottled for what may
 * pass; Misconfigured when there is no such realm.
 */
export interface Keycloak extends KeycloakGroups, KeycloakUsers, KeycloakEvents {
  /** Tries what is needed, without leaving anything. */
  check(): Promise<CredentialCheck[]>;
}

export interface KeycloakSessions {
  /** One login, at the first call, for all that is asked of what is opened. undefined where the provider uses no Keycloak. */
  open(settings: RancherSettings): Promise<Keycloak | undefined>;
}
