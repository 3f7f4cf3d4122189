import type { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterMachine, Operation } from '#shared/domain/_core/operation';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterEvent } from '#shared/domain/clusters/cluster-event';
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
  ImportableClusterRepository,
  KeycloakGroupRepository,
  KeycloakMembershipRepository,
  ProviderSyncRepository,
  RancherProjectRepository,
  RancherRoleTemplateRepository,
  RancherUserLinkRepository,
  RancherUserRepository,
} from './access.ts';
import type { AuditRepository } from './audit.ts';
import type { HookDeliveryRepository, WebhookSignatureRepository } from './hooks.ts';
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
import type { ClusterContentRepository } from './rancher/contents.ts';
import type { RelayRepository } from './relays.ts';
import type { ListedRepository, OwnedRepository, Repository, Write } from './repository.ts';
import type { UsageRepository } from './usages.ts';
import type { ParkedWaitRepository, SharedLookRepository } from './waits.ts';

export type * from './access.ts';
export type * from './people.ts';
export type * from './repository.ts';
export type * from './usages.ts';
export type * from './waits.ts';

export interface ProjectRepository extends ListedRepository<Project> {
  /**
   * Closes the project before its deletion. A transaction that adds an object to a closed project is refused, as if the
   * project did not exist. If the deletion is refused, `reopen` opens the project again.
   */
  close(uuid: Uuid): Promise<void>;
  reopen(uuid: Uuid): Promise<void>;
  /** Counts the project's resources and tenants in all states. Unlike lists, the counts are strongly consistent. */
  totals(uuid: Uuid): Promise<{ resources: number; tenants: number }>;
  /** A condition for a transaction, without a write. The commit throws Invalid for `field` if the project is closed. */
  assertOpen(uuid: Uuid, field: string): Write;
}

export interface ClusterRepository extends ListedRepository<Cluster> {
  /**
   * Clusters whose Argo CD credential must be renewed before `until`. The most urgent clusters come first. The read is
   * eventually consistent.
   */
  listArgocdRenewals(until: Date, limit: number): Promise<Cluster[]>;
  /**
   * All unfinished operations that were accepted before the time `before`, oldest first. The read is eventually
   * consistent.
   */
  listAtWork(before: Date): Promise<AcceptedWork[]>;
  /**
   * A condition for a transaction, without a write. The commit throws VersionConflict if the cluster has changed since
   * `item` was read.
   */
  assertUnchanged(item: Cluster): Write;
  /**
   * A condition for a transaction, without a write. The commit throws VersionConflict if the cluster is deleted or
   * being deleted.
   */
  assertStays(uuid: Uuid): Write;
}
export type AcceptedWork = { operationUuid: Uuid; clusterUuid: Uuid; machine: ClusterMachine };

/** Records that are stored in a cluster's partition. */
export interface ClusterPartRepository<T extends RecordBase>
  extends Pick<Repository<T>, 'insert' | 'replace' | 'remove'> {
  /**
   * All records of a cluster, sorted by name or by creation, depending on the kind of record. Makes one strongly
   * consistent query.
   */
  listByCluster(clusterUuid: Uuid): Promise<T[]>;
  get(clusterUuid: Uuid, uuid: Uuid): Promise<T>;
}
export interface ListedPartRepository<T extends RecordBase> extends ClusterPartRepository<T> {
  /**
   * Finds a record by its uuid alone. The read is eventually consistent. Only the API may use this method, because
   * steps need the newest record.
   */
  findByUuid(uuid: Uuid): Promise<T | undefined>;
  list: ListedRepository<T>['list'];
}
export type ClusterTenantRepository = ClusterPartRepository<ClusterTenant>;
export type ClusterSecurityGroupRepository = ListedPartRepository<ClusterSecurityGroup>;
export type NodeRepository = ListedPartRepository<Node>;

export interface ClusterEventRepository {
  /** All events of a cluster, oldest first. */
  listByCluster(clusterUuid: Uuid): Promise<ClusterEvent[]>;
  /** Appends an event. If an event with the same key is stored, nothing changes, so a retry is safe. */
  append(event: ClusterEvent): Promise<void>;
  /** Removes all events of a deleted cluster, in batches. */
  removeByCluster(clusterUuid: Uuid): Promise<void>;
}

export interface PhoneHomeRepository {
  put(item: PhoneHome): Promise<void>;
  find(nodeUuid: Uuid): Promise<PhoneHome | undefined>;
  /** Marks the token as used. Only the first call returns true. */
  take(item: PhoneHome): Promise<boolean>;
  /** Removes the token without using it. Also succeeds if there is no token. */
  remove(nodeUuid: Uuid): Promise<void>;
}

/** The run that holds the lease of a scheduled job. Only one run of a job can hold it. It expires if the run crashes. */
export type RunLease = { job: string; holder: Uuid; heldUntil: string };

export interface RunLeaseRepository {
  /** Takes the lease of the job. Returns false if another run holds a valid lease. */
  begin(lease: RunLease): Promise<boolean>;
  /** Gives the lease back. Changes nothing if the lease has expired. */
  end(lease: RunLease): Promise<void>;
}

export interface ProviderSlotRepository {
  /** Takes one of the provider's `limit` slots. Returns undefined if all slots are taken. */
  take(wanted: Omit<ProviderSlot, 'number'>, limit: number): Promise<ProviderSlot | undefined>;
  /** Releases the slot. Does nothing if the slot has expired. */
  release(slot: ProviderSlot): Promise<void>;
  /** The slots that are taken and have not expired. The read is strongly consistent. */
  listTaken(settingsUuid: Uuid): Promise<ProviderSlot[]>;
}
/** An outbox row that cannot be parsed, except for its key. `since` is the time of acceptance, if it can be read. */
export type UnreadableOperation = { uuid: string; since: string; isSetAside: boolean };

export interface OutboxRepository {
  insert(item: Operation): Write;
  /** Returns undefined if the operation has been dispatched, because its row is then removed. */
  find(uuid: Uuid): Promise<Operation | 'unreadable' | undefined>;
  /**
   * At most `limit` operations that wait for dispatch, and at most `limit` unreadable rows. The operation whose last
   * attempt is longest ago comes first.
   */
  listPending(limit: number): Promise<{ operations: Operation[]; unreadable: UnreadableOperation[] }>;
  /** Moves the row to the end of the list, so that it does not block others. Also succeeds if the row is gone. */
  postpone(item: Operation, until: Date): Promise<void>;
  /** Moves the row to the end of the list. The operation is dispatched when a later release can parse the row. */
  setAside(item: UnreadableOperation): Promise<void>;
  /** Removes the operation's row. An operation without a row counts as dispatched. Also succeeds if the row is gone. */
  remove(item: Operation): Promise<void>;
}

export interface IdempotencyKeyRepository {
  /** The record of a key that the user has sent within the last 24 hours. */
  find(userUuid: Uuid, key: string): Promise<IdempotencyKey | undefined>;
  /** The commit throws Conflict if the user has already sent this key. */
  insert(item: IdempotencyKey): Write;
}

/** Values that must be unique, each with its owner. `key` is one of the `…Claim` texts of domain/planning/naming.ts. */
export interface ClaimRepository {
  /** The commit throws the error that `taken` returns if another owner has the key. An owner may claim a key twice. */
  insert(key: string, owner: Uuid, taken: () => Error): Write;
  remove(key: string): Write;
  holderOf(key: string): Promise<Uuid | undefined>;
  /** The owners of these keys. Keys without an owner are left out. Makes one call for each 100 keys. */
  holdersOf(keys: readonly string[]): Promise<ReadonlyMap<string, Uuid>>;
}

/** Counters. A counter never returns a number twice. */
export interface CounterRepository {
  /**
   * The next number of this counter, starting with 1. Concurrent callers get different numbers. A number that a caller
   * does not use is lost.
   */
  next(name: string): Promise<number>;
}

/** Repositories that have more than the usual operations. */
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
  importableClusters: ImportableClusterRepository;
  rancherProjects: RancherProjectRepository;
  contents: ClusterContentRepository;
  rancherUsers: RancherUserRepository;
  rancherUserLinks: RancherUserLinkRepository;
  usages: UsageRepository;
  events: ClusterEventRepository;
  waits: ParkedWaitRepository;
  looks: SharedLookRepository;
  phoneHomes: PhoneHomeRepository;
  runLeases: RunLeaseRepository;
  webhookSignatures: WebhookSignatureRepository;
  slots: ProviderSlotRepository;
  relays: RelayRepository;
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
/** Repositories of all other kinds of records (`shared/domain/records.ts`), with only the usual operations. */
export type PlainRepositories = {
  [K in Exclude<keyof Records, keyof SpecialRepositories>]: RepositoryOf<Records[K]>;
};

export interface Store extends PlainRepositories, SpecialRepositories {
  /**
   * Commits at most 25 writes in one transaction. The transaction also changes the totals of lists and adds the audit
   * events of the writes (`domain/audit`). Throws Conflict if another writer has changed one of the records.
   */
  commit(...writes: Write[]): Promise<void>;
}
