import type { Uuid } from '#shared/domain/_core/identifier';
import type { ApiToken } from '#shared/domain/identity/api-token';
import type { SignInAttempt } from '#shared/domain/identity/sign-in';
import type { User } from '#shared/domain/identity/user';
import type { SlotKind, UserSlot } from '#shared/domain/identity/user-slot';
import type { RoleGrant, RoleName } from '#shared/domain/organizations/role';
import type { ListedRepository, Write } from './repository.ts';

export interface UserRepository extends ListedRepository<User> {
  /** Finds a user by the claim on the username, which is written together with the user. */
  findByUsername(username: string): Promise<User | undefined>;
  /** The users with these uuids who exist, in no particular order. One call for each 100 uuids. */
  findAll(uuids: readonly Uuid[]): Promise<User[]>;
  /** The uuid of the user who has this OIDC issuer and subject. */
  holderOfIdentity(issuer: string, subject: string): Promise<Uuid | undefined>;
  linkIdentity(issuer: string, subject: string, userUuid: Uuid): Write;
}

/** A user with the grants and tokens that have not expired. `user` is undefined if there is no user with this uuid. */
export type Access = { user: User | undefined; grants: RoleGrant[]; tokens: ApiToken[] };

export interface AccessRepository {
  /** One strongly consistent query, which every API request makes. */
  of(userUuid: Uuid): Promise<Access>;
}

export interface ApiTokenRepository {
  /** The user's tokens, newest first. */
  listByUser(userUuid: Uuid): Promise<ApiToken[]>;
  insert(item: ApiToken): Write;
  remove(item: ApiToken): Write;
  /**
   * Records that the token was used at `now`. Changes nothing if the recorded time is `unlessSince` or later, or if the
   * token is deleted.
   */
  keepUse(item: ApiToken, at: { now: Date; unlessSince: string }): Promise<void>;
}

/** Counts events in periods of time, for rate limits. */
export interface WindowCountRepository {
  /**
   * Adds one to the count of this key in this period, and returns the new count. Concurrent callers get different
   * counts. The period's limits are seconds since 1970.
   */
  count(key: string, window: { start: number; end: number }): Promise<number>;
}

export interface UserSlotRepository {
  /** The user's slots that are taken and have not expired. Strongly consistent. */
  listTaken(userUuid: Uuid, of: SlotKind): Promise<UserSlot[]>;
  /** The commit throws VersionConflict if the slot is taken. */
  insert(slot: UserSlot): Write;
  /** The commit throws VersionConflict if something else has taken the slot since. */
  remove(slot: UserSlot): Write;
}

export interface SignInRepository {
  /** Stores the attempt until it expires. */
  put(item: SignInAttempt): Promise<void>;
  /**
   * Returns the attempt and removes it. Only one of several concurrent callers gets it. Returns undefined if the
   * attempt does not exist, has expired or belongs to another browser.
   */
  take(stateHash: string, browserHash: string): Promise<SignInAttempt | undefined>;
}

/** Repository of role grants. Only `listEnded` returns expired grants. */
export interface RoleGrantRepository {
  /** Strongly consistent. */
  find(userUuid: Uuid, scopeUuid: Uuid, role: RoleName): Promise<RoleGrant | undefined>;
  /** The grants in this scope, oldest first. Eventually consistent, because it reads an index. */
  listByScope(scopeUuid: Uuid): Promise<RoleGrant[]>;
  /**
   * At most `limit` grants that had expired at `at` and are still stored. The grant that expired first comes first.
   * Eventually consistent, because it reads an index.
   */
  listEnded(at: Date, limit: number): Promise<RoleGrant[]>;
  /** The commit throws Conflict if the user already has the role. */
  insert(item: RoleGrant): Write;
  /**
   * Replaces the grant of the same user and role. The commit throws Conflict if the stored grant differs from `before`.
   */
  replace(before: RoleGrant, item: RoleGrant): Write;
  /** Removes the grant. The commit throws Conflict if the stored grant differs from `item`. */
  remove(item: RoleGrant): Write;
}
