import type { z } from 'zod';
import type { IdempotencyKey } from '#shared/domain/_core/idempotency-key';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterMachine, Operation } from '#shared/domain/_core/operation';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterEvent } from '#shared/domain/clusters/cluster-event';
import type { ParkedWait } from '#shared/domain/clusters/parked-wait';
import type { WebhookSignature } from '#shared/domain/hooks/webhook-signature';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import type { ClusterSecurityGroup } from '#shared/domain/infrastructure/security-groups/cluster-security-group';
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
  RancherProjectRepository,
  RancherRoleTemplateRepository,
  RancherUserLinkRepository,
  RancherUserRepository,
} from './access.ts';
import type { AuditRepository } from './audit.ts';
import type { ClusterContentRepository } from './contents.ts';
import type { HookDeliveryRepository } from './hooks.ts';
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
import type { ProviderSyncRepository } from './provider-syncs.ts';
import type { ListedRepository, OwnedRepository, Repository, Write } from './repository.ts';
import type { UsageRepository } from './usages.ts';

export type * from './access.ts';
export type * from './people.ts';
export type * from './provider-syncs.ts';
export type * from './repository.ts';
export type * from './usages.ts';

export interface ProjectRepository extends ListedRepository<Project> {
  /** From here on nothing is added to the project: such a transaction is refused as if there were no project. Not undone by itself. */
  close(uuid: Uuid): Promise<void>;
  reopen(uuid: Uuid): Promise<void>;
  /** How many it has, in any state; strongly consistent, which lists are not. */
  totals(uuid: Uuid): Promise<{ resources: number; tenants: number }>;
  /** Writes nothing: the transaction is refused as Invalid, in this field, where the project is closed. */
  assertOpen(uuid: Uuid, field: string): Write;
}

export interface ClusterRepository extends ListedRepository<Cluster> {
  /** Those whose access for Argo CD is to be renewed by then, the most urgent first; from an index. */
  listArgocdRenewals(until: Date, limit: number): Promise<Cluster[]>;
  /** Operations accepted before then that have not ended, of so many clusters at most, the oldest first; from an index. */
  listAtWork(before: Date, limit: number): Promise<AcceptedWork[]>;
  /** Writes nothing: the transaction is a VersionConflict unless the cluster is as it was read. */
  assertUnchanged(item: Cluster): Write;
  /** Writes nothing: the transaction is a VersionConflict where the cluster is gone, or on its way out. */
  assertStays(uuid: Uuid): Write;
}
export type AcceptedWork = { operationUuid: Uuid; clusterUuid: Uuid; machine: ClusterMachine };

/** What lives in a cluster's partition. */
export interface ClusterPartRepository<T extends RecordBase>
  extends Pick<Repository<T>, 'insert' | 'replace' | 'remove'> {
  /** All of a cluster, in their order or by name; one strongly consistent query. */
  listByCluster(clusterUuid: Uuid): Promise<T[]>;
  get(clusterUuid: Uuid, uuid: Uuid): Promise<T>;
}
export interface ListedPartRepository<T extends RecordBase> extends ClusterPartRepository<T> {
  /** By uuid alone, over an index (eventually consistent): for the API, not for steps. */
  findByUuid(uuid: Uuid): Promise<T | undefined>;
  list: ListedRepository<T>['list'];
}
export type ClusterTenantRepository = ClusterPartRepository<ClusterTenant>;
export type ClusterSecurityGroupRepository = ListedPartRepository<ClusterSecurityGroup>;
export type NodeRepository = ListedPartRepository<Node>;

export interface ClusterEventRepository {
  /** Oldest first. */
  listByCluster(clusterUuid: Uuid): Promise<ClusterEvent[]>;
  /** Written once: the same key again changes nothing. */
  append(event: ClusterEvent): Promise<void>;
  /** Removes a deleted cluster's timeline, in chunks. */
  removeByCluster(clusterUuid: Uuid): Promise<void>;
}

export interface ParkedWaitRepository {
  /** Parks a token; an earlier one of the same operation is replaced. */
  park(wait: ParkedWait): Promise<void>;
  /** One of each operation that waits for the cluster, or for a node of it. */
  listByCluster(cluster: Pick<ParkedWait, 'settingsUuid' | 'clusterUuid'>): Promise<ParkedWait[]>;
  /** Waits for clusters of one provider: one query, and no more than `limit`. */
  listByProvider(settingsUuid: Uuid, limit: number): Promise<ParkedWait[]>;
  /** Takes the token away; true for the one caller that did it, false when somebody else was faster. */
  take(wait: ParkedWait): Promise<boolean>;
}

export interface PhoneHomeRepository {
  put(item: PhoneHome): Promise<void>;
  find(nodeUuid: Uuid): Promise<PhoneHome | undefined>;
  /** Uses the token up; true once. */
  take(item: PhoneHome): Promise<boolean>;
  /** Removes it unread; nothing there is fine. */
  remove(nodeUuid: Uuid): Promise<void>;
}

export interface ProviderSlotRepository {
  /** One of `limit` slots of the provider; undefined when all are taken. */
  take(wanted: Omit<ProviderSlot, 'number'>, limit: number): Promise<ProviderSlot | undefined>;
  /** Gives back what has not run out. */
  release(slot: ProviderSlot): Promise<void>;
  /** Strongly consistent, without those that have run out. */
  listTaken(settingsUuid: Uuid): Promise<ProviderSlot[]>;
}
/** A row of the outbox in which nothing but its key can be read: `since` is when it was accepted, as far as that can be told. */
export type UnreadableOperation = { uuid: string; since: string; isSetAside: boolean };

export interface WebhookSignatureRepository {
  /** Keeps it until it expires; true once, false for one that is kept already. */
  accept(item: WebhookSignature): Promise<boolean>;
}

export interface OutboxRepository {
  insert(item: Operation): Write;
  /** undefined when it has been dispatched. */
  find(uuid: Uuid): Promise<Operation | 'unreadable' | undefined>;
  /** What has not been dispatched, those first that have waited longest since they were tried; of either kind at most `limit`. */
  listPending(limit: number): Promise<{ operations: Operation[]; unreadable: UnreadableOperation[] }>;
  /** Behind all that wait now, so that one which fails each time keeps no other waiting; gone is fine. */
  postpone(item: Operation, until: Date): Promise<void>;
  /** Out of the way of all others. It is listed as long as it is there, and dispatched once it can be read. */
  setAside(item: UnreadableOperation): Promise<void>;
  /** Marks it dispatched by removing it; gone is fine. */
  remove(item: Operation): Promise<void>;
}

export interface IdempotencyKeyRepository {
  /** Those of the last 24 hours. */
  find(userUuid: Uuid, key: string): Promise<IdempotencyKey | undefined>;
  /** Fails with Conflict when the user has used the key. */
  insert(item: IdempotencyKey): Write;
}

/** Uniqueness by conditional put. `key` is one of the `…Claim` texts of domain/naming.ts. */
export interface ClaimRepository {
  /** `taken` is thrown when somebody else holds the key; the same owner claiming again is fine. */
  insert(key: string, owner: Uuid, taken: () => Error): Write;
  remove(key: string): Write;
  holderOf(key: string): Promise<Uuid | undefined>;
  /** Who holds them, of those of the keys that somebody holds, in one call per 100. */
  holdersOf(keys: readonly string[]): Promise<ReadonlyMap<string, Uuid>>;
}

/** Numbers that are given once. */
export interface CounterRepository {
  /** The next number under this name, from 1. Never gives one twice, whoever asks at the same moment; one that is not used is lost. */
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
   * All or nothing, at most 25 writes with the counters they imply and their events (`domain/audit`). A lost race is a Conflict.
   */
  commit(...writes: Write[]): Promise<void>;
}
