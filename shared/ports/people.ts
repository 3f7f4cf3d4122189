import type { Uuid } from '#shared/domain/_core/identifier';
import type { ApiToken } from '#shared/domain/identity/api-token';
import type { SignInAttempt } from '#shared/domain/identity/sign-in';
import type { User } from '#shared/domain/identity/user';
import type { SlotKind, UserSlot } from '#shared/domain/identity/user-slot';
import type { RoleGrant, RoleName } from '#shared/domain/organizations/role';
import type { ListedRepository, Write } from './repository.ts';

export interface UserRepository extends ListedRepository<User> {
  /** Finds by the name claim that is written with the user. */
  findByUsername(username: string): Promise<User | undefined>;
  /** The users that exist among `uuids`, in no order. One call for each 100. */
  findAll(uuids: readonly Uuid[]): Promise<User[]>;
  /** The user with this OIDC issuer and subject. */
  holderOfIdentity(issuer: string, subject: string): Promise<Uuid | undefined>;
  linkIdentity(issuer: string, subject: string, userUuid: Uuid): Write;
}

/**
 * A user, their grants and tokens. `user` is undefined when no user has this uuid. Expired grants and tokens are left
 * out.
 */
export type Access = { user: User | undefined; grants: RoleGrant[]; tokens: ApiToken[] };

export interface AccessRepository {
  /** One strongly consistent query. Every request reads it. */
  of(userUuid: Uuid): Promise<Access>;
}

export interface ApiTokenRepository {
  /** Newest first. */
  listByUser(userUuid: Uuid): Promise<ApiToken[]>;
  insert(item: ApiToken): Write;
  remove(item: ApiToken): Write;
  /** Records a use at this instant. Changes nothing when a later use is recorded, or the token is gone. */
  keepUse(item: ApiToken, at: { now: Date; unlessSince: string }): Promise<void>;
}

/** Counts events in windows of time, for rate limits. */
export interface WindowCountRepository {
  /**
   * Counts one more event under this key in a window, given in seconds since 1970. Returns the new count; no two
   * callers get the same one.
   */
  count(key: string, window: { start: number; end: number }): Promise<number>;
}

export interface UserSlotRepository {
  /** Strongly consistent, without expired slots. */
  listTaken(userUuid: Uuid, of: SlotKind): Promise<UserSlot[]>;
  /** Throws VersionConflict when the slot is taken. */
  insert(slot: UserSlot): Write;
  /** Throws VersionConflict when something else holds the slot. */
  remove(slot: UserSlot): Write;
}

export interface SignInRepository {
  /** Keeps the attempt until it expires. */
  put(item: SignInAttempt): Promise<void>;
  /**
   * Uses the attempt up. Answers undefined when it does not exist, has expired or belongs to another browser. Of
   * concurrent callers one gets it.
   */
  take(stateHash: string, browserHash: string): Promise<SignInAttempt | undefined>;
}

/** Expired grants are never returned, except by `listEnded`. */
export interface RoleGrantRepository {
  /** Strongly consistent. */
  find(userUuid: Uuid, scopeUuid: Uuid, role: RoleName): Promise<RoleGrant | undefined>;
  /** Oldest grant first. From an index, so eventually consistent. */
  listByScope(scopeUuid: Uuid): Promise<RoleGrant[]>;
  /**
   * Grants that had expired by then and are not removed yet, the longest expired first. From an index, so eventually
   * consistent.
   */
  listEnded(at: Date, limit: number): Promise<RoleGrant[]>;
  /** Throws Conflict when the user has the role. */
  insert(item: RoleGrant): Write;
  /**
   * Replaces the grant of the same user and role. Throws a conflict when the stored grant is not the one that was read.
   */
  replace(before: RoleGrant, item: RoleGrant): Write;
  /** Removes exactly the grant that was read. */
  remove(item: RoleGrant): Write;
}
