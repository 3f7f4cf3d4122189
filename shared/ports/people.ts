import type { Uuid } from '#shared/domain/_core/identifier';
import type { ApiToken } from '#shared/domain/identity/api-token';
import type { SignInAttempt } from '#shared/domain/identity/sign-in-attempt';
import type { User } from '#shared/domain/identity/user';
import type { SlotKind, UserSlot } from '#shared/domain/identity/user-slot';
import type { RoleGrant, RoleName } from '#shared/domain/organizations/role';
import type { ListedRepository, Write } from './repository.ts';

export interface UserRepository extends ListedRepository<User> {
  /** By a name claim written with the user. */
  findByUsername(username: string): Promise<User | undefined>;
  /** Those of them that there are, in no order; one call per 100. */
  findAll(uuids: readonly Uuid[]): Promise<User[]>;
  /** Who has this OIDC issuer and subject. */
  holderOfIdentity(issuer: string, subject: string): Promise<Uuid | undefined>;
  linkIdentity(issuer: string, subject: string, userUuid: Uuid): Write;
}

/** Who somebody is and what he may do; `user` is undefined where there is none of this uuid. What has expired is left out. */
export type Access = { user: User | undefined; grants: RoleGrant[]; tokens: ApiToken[] };

export interface AccessRepository {
  /** Read with every request, and therefore one strongly consistent query. */
  of(userUuid: Uuid): Promise<Access>;
}

export interface ApiTokenRepository {
  /** Newest first. */
  listByUser(userUuid: Uuid): Promise<ApiToken[]>;
  insert(item: ApiToken): Write;
  remove(item: ApiToken): Write;
  /** Keeps that it was used at this instant, unless a use since then is kept already, or it is gone. */
  keepUse(item: ApiToken, at: { now: Date; unlessSince: string }): Promise<void>;
}

/** What is counted in windows of time. */
export interface WindowCountRepository {
  /** One more under this key within a window (seconds since 1970): how many there were with it. No two callers get the same. */
  count(key: string, window: { start: number; end: number }): Promise<number>;
}

export interface UserSlotRepository {
  /** Strongly consistent, without those that have run out. */
  listTaken(userUuid: Uuid, of: SlotKind): Promise<UserSlot[]>;
  /** Fails with VersionConflict when it is taken. */
  insert(slot: UserSlot): Write;
  /** Fails with VersionConflict when something else has it. */
  remove(slot: UserSlot): Write;
}

export interface SignInRepository {
  /** Keeps it until it expires. */
  put(item: SignInAttempt): Promise<void>;
  /** Uses it up; undefined when it is not there, over, or another browser's, and for all but one of those who ask at the same moment. */
  take(stateHash: string, browserHash: string): Promise<SignInAttempt | undefined>;
}

/** Grants whose time is over are not there, but for `listEnded`. */
export interface RoleGrantRepository {
  /** Strongly consistent. */
  find(userUuid: Uuid, scopeUuid: Uuid, role: RoleName): Promise<RoleGrant | undefined>;
  /** Those given first come first; from an index, so as good as current. */
  listByScope(scopeUuid: Uuid): Promise<RoleGrant[]>;
  /** Those whose time was over by then and that nobody has removed yet, those that have waited longest first; from an index, too. */
  listEnded(at: Date, limit: number): Promise<RoleGrant[]>;
  /** Fails with Conflict when the user has the role. */
  insert(item: RoleGrant): Write;
  /** The same user's same role, over exactly the grant read. */
  replace(before: RoleGrant, item: RoleGrant): Write;
  /** Removes exactly the grant read. */
  remove(item: RoleGrant): Write;
}
