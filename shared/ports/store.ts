import type { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterMachine, Operation } from '#shared/domain/_core/operation';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterEvent } from '#shared/domain/clusters/cluster-event';
import type { ParkedWait } from '#shared/domain/clusters/parked-wait';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import type { ClusterSecurityGroup } from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import type { IdempotencyKey } from '#shared/domain/marketplace/idempotency-key';
import type { Order } from '#shared/domain/marketplace/order';
import type { Node } from '#shared/domain/nodes/node';
import type { PhoneHome } from '#shared/domain/nodes/phone-home';
import type { Customer } from '#shared/domain/organizations/customer';
import type { Project } from '#shared/domain/organizations/project';
import type { ProviderSlot } from '#shared/domain/providers/provider-slot';
import type { Records } from '#shared/domain/records';
import type {
  KeycloakGroupRepository,
  KeycloakMembershipRepository,
  ProviderSyncRepository,
  RancherProjectRepository,
  RancherRoleTemplateRepository,
  RancherUserLinkRepository,
  RancherUserRepository,
} from './access.ts';
import type { AuditRepository } from './audit.ts';
import type { ClusterContentRepository } from './contents.ts';
import type { HookDeliveryRepository, WebhookSignature } from './hooks.ts';
import type { MailRepository } from './mail.ts';
import type {
  AccessRepository,
  ApiTokenRepository,
  RoleGrantRepository,
  SignInRepository,
  UserRepository,
  UserSlotRepository,
  WindowCountRepository,
} from './people.ts';
import type { ListedRepository, OwnedRepository, Repository, Write } from './repository.ts';
import type { UsageRepository } from './usages.ts';

export type * from './access.ts';
export type * from './access.ts';
export type * from './people.ts';
export type * from './repository.ts';
export type * from './usages.ts';

export interface ProjectRepository extends ListedRepository<Project> {
  /**
   * Closes the project to additions: a transaction that adds something is then refused as if the project did not exist.
   * Nothing reopens it.
   */
  close(uuid: Uuid): Promise<void>;
  reopen(uuid: Uuid): Promise<void>;
  /** Counts of resources and tenants in any state. Strongly consistent, unlike lists. */
  totals(uuid: Uuid): Promise<{ resources: number; tenants: number }>;
  /** Part of a transaction that writes nothing. Throws Invalid for this field when the project is closed. */
  assertOpen(uuid: Uuid, field: string): Write;
}

export interface ClusterRepository extends ListedRepository<Cluster> {
  /** Clusters for which the credential in Argo CD has to be renewed by then, the most urgent first. From an index. */
  listArgocdRenewals(until: Date, limit: number): Promise<Cluster[]>;
  /**
   * Unfinished operations that were accepted before then, for at most `limit` clusters, oldest first. From an index.
   */
  listAtWork(before: Date, limit: number): Promise<AcceptedWork[]>;
  /**
   * A condition of a transaction; it writes nothing itself. The commit throws VersionConflict unless the cluster is as
   * it was read.
   */
  assertUnchanged(item: Cluster): Write;
  /**
   * A condition of a transaction; it writes nothing itself. The commit throws VersionConflict when the cluster is gone
   * or being deleted.
   */
  assertStays(uuid: Uuid): Write;
}
export type AcceptedWork = { operationUuid: Uuid; clusterUuid: Uuid; machine: ClusterMachine };

/** Records in a cluster's partition. */
export interface ClusterPartRepository<T extends RecordBase>
  extends Pick<Repository<T>, 'insert' | 'replace' | 'remove'> {
  /** All records of a cluster, in their order or by name. One strongly consistent query. */
  listByCluster(clusterUuid: Uuid): Promise<T[]>;
  get(clusterUuid: Uuid, uuid: Uuid): Promise<T>;
}
export interface ListedPartRepository<T extends RecordBase> extends ClusterPartRepository<T> {
  /** Finds by uuid alone, over an eventually consistent index. For the API, not for steps. */
  findByUuid(uuid: Uuid): Promise<T | undefined>;
  list: ListedRepository<T>['list'];
}
export type ClusterTenantRepository = ClusterPartRepository<ClusterTenant>;
export type ClusterSecurityGroupRepository = ListedPartRepository<ClusterSecurityGroup>;
export type NodeRepository = ListedPartRepository<Node>;

export interface ClusterEventRepository {
  /** Oldest first. */
  listByCluster(clusterUuid: Uuid): Promise<ClusterEvent[]>;
  /** Appends once: the same key again changes nothing. */
  append(event: ClusterEvent): Promise<void>;
  /** Removes the timeline of a deleted cluster, in chunks. */
  removeByCluster(clusterUuid: Uuid): Promise<void>;
}

export interface ParkedWaitRepository {
  /** Stores a task token. Replaces an earlier one of the same operation. */
  park(wait: ParkedWait): Promise<void>;
  /** One entry for each operation that waits for the cluster or for one of its nodes. */
  listByCluster(cluster: Pick<ParkedWait, 'settingsUuid' | 'clusterUuid'>): Promise<ParkedWait[]>;
  /** Waits for clusters of one provider, at most `limit`. One query. */
  listByProvider(settingsUuid: Uuid, limit: number): Promise<ParkedWait[]>;
  /** Removes the token. True for the one caller that removed it, false for others. */
  take(wait: ParkedWait): Promise<boolean>;
}

export interface PhoneHomeRepository {
  put(item: PhoneHome): Promise<void>;
  find(nodeUuid: Uuid): Promise<PhoneHome | undefined>;
  /** Uses the token up. True only once. */
  take(item: PhoneHome): Promise<boolean>;
  /** Removes the token unread. Succeeds when there is none. */
  remove(nodeUuid: Uuid): Promise<void>;
}

export interface ProviderSlotRepository {
  /** Takes one of `limit` slots of the provider. Answers undefined when all are taken. */
  take(wanted: Omit<ProviderSlot, 'number'>, limit: number): Promise<ProviderSlot | undefined>;
  /** Releases the slot, unless it has expired. */
  release(slot: ProviderSlot): Promise<void>;
  /** Strongly consistent, without expired slots. */
  listTaken(settingsUuid: Uuid): Promise<ProviderSlot[]>;
}
/**
 * A row of the outbox that cannot be parsed beyond its key. `since` is when it was accepted, as far as the row shows
 * it.
 */
export type UnreadableOperation = { uuid: string; since: string; isSetAside: boolean };

export interface WebhookSignatureRepository {
  /** Stores the signature until it expires. True the first time, false when it is stored already. */
  accept(item: WebhookSignature): Promise<boolean>;
}

export interface OutboxRepository {
  insert(item: Operation): Write;
  /** Answers undefined when the operation has been dispatched. */
  find(uuid: Uuid): Promise<Operation | 'unreadable' | undefined>;
  /**
   * Operations that are not dispatched yet, the longest untried first, and unreadable rows. At most `limit` of each.
   */
  listPending(limit: number): Promise<{ operations: Operation[]; unreadable: UnreadableOperation[] }>;
  /** Moves the operation behind all others, so that one that keeps failing blocks none. Succeeds when it is gone. */
  postpone(item: Operation, until: Date): Promise<void>;
  /** Moves the row behind all others. It stays listed, and is dispatched once it is readable. */
  setAside(item: UnreadableOperation): Promise<void>;
  /** Marks the operation dispatched by removing its row. Succeeds when it is gone. */
  remove(item: Operation): Promise<void>;
}

export interface IdempotencyKeyRepository {
  /** The key's record from the last 24 hours. */
  find(userUuid: Uuid, key: string): Promise<IdempotencyKey | undefined>;
  /** Throws Conflict when the user has used the key. */
  insert(item: IdempotencyKey): Write;
}

/** Uniqueness by conditional put. `key` is one of the `…Claim` texts of domain/planning/naming.ts. */
export interface ClaimRepository {
  /** Throws what `taken` returns when another owner holds the key. Succeeds for the same owner. */
  insert(key: string, owner: Uuid, taken: () => Error): Write;
  remove(key: string): Write;
  holderOf(key: string): Promise<Uuid | undefined>;
  /** Owners of those keys that are held. One call for each 100. */
  holdersOf(keys: readonly string[]): Promise<ReadonlyMap<string, Uuid>>;
}

/** Numbers that are given out once. */
export interface CounterRepository {
  /**
   * The next number under this name, from 1. No number is given twice, also to concurrent callers. An unused number is
   * lost.
   */
  next(name: string): Promise<number>;
}

/** What has more, or other, operations than every kind of record. */
export interface SpecialRepositories {
  users: UserRepository;
  access: AccessRepository;
  apiTokens: ApiTokenRepository;
  badCredentials: WindowCountRepository;
  userSlots: UserSlotRepository;
  mailCounts: WindowCountRepository;
  signIns: SignInRepository;
  customers: ListedRepository<Customer>;
  projects: ProjectRepository;
  grants: RoleGrantRepository;
  orders: ListedRepository<Order>;
  clusters: ClusterRepository;
  clusterTenants: ClusterTenantRepository;
  clusterSecurityGroups: ClusterSecurityGroupRepository;
  nodes: NodeRepository;
  keycloakGroups: KeycloakGroupRepository;
  keycloakMemberships: KeycloakMembershipRepository;
  roleTemplates: RancherRoleTemplateRepository;
  rancherProjects: RancherProjectRepository;
  contents: ClusterContentRepository;
  rancherUsers: RancherUserRepository;
  rancherUserLinks: RancherUserLinkRepository;
  usages: UsageRepository;
  events: ClusterEventRepository;
  waits: ParkedWaitRepository;
  phoneHomes: PhoneHomeRepository;
  webhookSignatures: WebhookSignatureRepository;
  slots: ProviderSlotRepository;
  syncJobs: ProviderSyncRepository;
  outbox: OutboxRepository;
  mails: MailRepository;
  hookDeliveries: HookDeliveryRepository;
  claims: ClaimRepository;
  counters: CounterRepository;
  idempotencyKeys: IdempotencyKeyRepository;
  audit: AuditRepository;
}

type RepositoryOf<K> = K extends { schema: z.ZodType<infer T extends RecordBase> }
  ? K extends { ownerOf: unknown }
    ? OwnedRepository<T>
    : ListedRepository<T>
  : never;
/** Of the declared kinds (`shared/domain/records.ts`), those that nothing is special about. */
export type PlainRepositories = {
  [K in Exclude<keyof Records, keyof SpecialRepositories>]: RepositoryOf<Records[K]>;
};

export interface Store extends PlainRepositories, SpecialRepositories {
  /**
   * Commits at most 25 writes in one transaction, with their counters and audit events (`domain/audit`). Throws
   * Conflict when another writer was faster.
   */
  commit(...writes: Write[]): Promise<void>;
}
