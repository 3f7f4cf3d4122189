import type { Uuid } from '#shared/domain/_core/identifier';
import type { ApiToken } from '#shared/domain/identity/api-token';
import type { SignInAttempt } from '#shared/domain/identity/sign-in';
import type { User } from '#shared/domain/identity/user';
import type { SlotKind, UserSlot } from '#shared/domain/identity/user-slot';
import type { RoleGrant, RoleName } from '#shared/domain/organizations/role';
import type { ListedRepository, Write } from './repository.ts';

export interface UserRepository extends ListedRepository<User> {
  /**
   * Finds a user by the claim that keeps the username unique (`ClaimRepository`). The claim and the user are written in
   * one transaction.
   */
  findByUsername(username: string): Promise<User | undefined>;
  /**
   * The users with these uuids, in no particular order. Uuids without a user are left out. Makes one call for each 100
   * uuids.
   */
  findAll(uuids: readonly Uuid[]): Promise<User[]>;
  /** The uuid of the user who has this OIDC issuer and subject. */
  holderOfIdentity(issuer: string, subject: string): Promise<Uuid | undefined>;
  linkIdentity(issuer: string, subject: string, userUuid: Uuid): Write;
}

/**
 * A user, with all grants that have not expired, and with all API tokens. The tokens may include expired tokens. `user`
 * is undefined if no user has this uuid.
 */
export type Access = { user: User | undefined; grants: RoleGrant[]; tokens: ApiToken[] };

export interface AccessRepository {
  /** Makes one strongly consistent query. Every API request calls this. */
  of(userUuid: Uuid): Promise<Access>;
}

export interface ApiTokenRepository {
  /** The user's tokens, newest first. */
  listByUser(userUuid: Uuid): Promise<ApiToken[]>;
  insert(item: ApiToken): Write;
  remove(item: ApiToken): Write;
  /**
   * Records that the token was used at `now`. Changes nothing if the token is deleted, or if its last recorded use is
   * at `unlessSince` or later.
   */
  keepUse(item: ApiToken, at: { now: Date; unlessSince: string }): Promise<void>;
}

/** Counts events in periods of time, for rate limits. */
export interface WindowCountRepository {
  /**
   * Adds one to the count of this key in this window, and returns the new count. Concurrent callers get different
   * counts. `start` and `end` are seconds since 1970.
   */
  count(key: string, window: { start: number; end: number }): Promise<number>;
}

export interface UserSlotRepository {
  /**
   * The user's slots that are taken and have not expired. Each object of the user takes one slot of its kind, and the
   * number of slots is limited. The read is strongly consistent.
   */
  listTaken(userUuid: Uuid, of: SlotKind): Promise<UserSlot[]>;
  /** The commit throws VersionConflict if the slot is taken. */
  insert(slot: UserSlot): Write;
  /** The commit throws VersionConflict if another object has the slot by now. */
  remove(slot: UserSlot): Write;
}

export interface SignInRepository {
  /** Stores the attempt until it expires. */
  put(item: SignInAttempt): Promise<void>;
  /**
   * Returns the attempt and removes it. If several callers try to take the attempt at the same time, only one caller
   * gets it. Returns undefined if the attempt does not exist, has expired or belongs to another browser.
   */
  take(stateHash: string, browserHash: string): Promise<SignInAttempt | undefined>;
}

/** Repository of role grants. Only `listEnded` returns grants that have expired. */
export interface RoleGrantRepository {
  /** The read is strongly consistent. */
  find(userUuid: Uuid, scopeUuid: Uuid, role: RoleName): Promise<RoleGrant | undefined>;
  /**
   * The grants in this customer or project, oldest first. The read is eventually consistent, because it uses an index.
   */
  listByScope(scopeUuid: Uuid): Promise<RoleGrant[]>;
  /**
   * At most `limit` grants that had expired at `at` and are still stored. The grant that expired first comes first. The
   * read is eventually consistent, because it uses an index.
   */
  listEnded(at: Date, limit: number): Promise<RoleGrant[]>;
  /** The commit throws Conflict if the user already has the role. */
  insert(item: RoleGrant): Write;
  /** Replaces the grant of this user and role. The commit throws Conflict if the stored grant differs from `before`. */
  replace(before: RoleGrant, item: RoleGrant): Write;
  /** Removes the grant. The commit throws Conflict if the stored grant differs from `item`. */
  remove(item: RoleGrant): Write;
}
