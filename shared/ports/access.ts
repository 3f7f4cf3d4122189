import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import type { GroupRef, KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { KeycloakMembership, MembershipRef } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { RancherProject, RancherProjectRef } from '#shared/domain/cluster-access/rancher-project';
import type { RancherUser, RancherUserLink, RancherUserRef } from '#shared/domain/cluster-access/rancher-user';
import type { ImportableCluster } from '#shared/domain/clusters/importable-cluster';
import type { SyncJob, SyncLease, SyncMemory } from '#shared/domain/provider-syncs/sync-jobs';
import type { RancherRoleTemplate } from '#shared/domain/providers/rancher-role-template';
import type { ListedRepository, Repository } from './repository.ts';

type Writes<T extends RecordBase> = Pick<Repository<T>, 'insert' | 'replace' | 'remove'>;
export type ClusterRef = { settingsUuid: Uuid; clusterUuid: Uuid };

/**
 * The lists by provider, cluster or group are strongly consistent, and have no order. The commit of an `insert` throws
 * VersionConflict if the role already has a group in this scope. The caller then reads the existing group.
 */
export interface KeycloakGroupRepository extends Writes<KeycloakGroup> {
  get(ref: GroupRef): Promise<KeycloakGroup>;
  find(ref: GroupRef): Promise<KeycloakGroup | undefined>;
  /** Finds a record by its uuid alone, for the API. The read is eventually consistent, because it uses an index. */
  findByUuid(uuid: Uuid): Promise<KeycloakGroup | undefined>;
  listByCluster(cluster: ClusterRef): Promise<KeycloakGroup[]>;
  listByProvider(settingsUuid: Uuid): Promise<KeycloakGroup[]>;
  list: ListedRepository<KeycloakGroup>['list'];
}

/** The commit of an `insert` throws Invalid if the user already has this role in this scope. */
export interface KeycloakMembershipRepository extends Writes<KeycloakMembership> {
  get(ref: MembershipRef): Promise<KeycloakMembership>;
  find(ref: MembershipRef): Promise<KeycloakMembership | undefined>;
  findByUuid(uuid: Uuid): Promise<KeycloakMembership | undefined>;
  listByGroup(group: GroupRef): Promise<KeycloakMembership[]>;
  /** Whether the group has a membership. A membership that is being removed also counts. Reads one row. */
  hasAny(group: GroupRef): Promise<boolean>;
  listByCluster(cluster: ClusterRef): Promise<KeycloakMembership[]>;
  listByProvider(settingsUuid: Uuid): Promise<KeycloakMembership[]>;
  /**
   * Memberships that are PENDING or being removed, oldest first. The read is eventually consistent, because it uses an
   * index.
   */
  listUnreconciled(settingsUuid: Uuid): Promise<KeycloakMembership[]>;
  list: ListedRepository<KeycloakMembership>['list'];
}

export interface RancherRoleTemplateRepository extends Writes<RancherRoleTemplate> {
  /**
   * Finds a role template by its uuid alone. The read is eventually consistent, because it uses an index. This is safe,
   * because only sync jobs change role templates.
   */
  findByUuid(uuid: Uuid): Promise<RancherRoleTemplate | undefined>;
  /** Makes one strongly consistent query. */
  listByProvider(settingsUuid: Uuid): Promise<RancherRoleTemplate[]>;
  list: ListedRepository<RancherRoleTemplate>['list'];
}

export interface ImportableClusterRepository extends Writes<ImportableCluster> {
  /** Makes one strongly consistent query. */
  listByProvider(settingsUuid: Uuid): Promise<ImportableCluster[]>;
}

export interface RancherProjectRepository extends Writes<RancherProject> {
  find(ref: RancherProjectRef): Promise<RancherProject | undefined>;
  /** Finds a project by its uuid alone, for the API. The read is eventually consistent, because it uses an index. */
  findByUuid(uuid: Uuid): Promise<RancherProject | undefined>;
  listByCluster(cluster: ClusterRef): Promise<RancherProject[]>;
  listByProvider(settingsUuid: Uuid): Promise<RancherProject[]>;
  list: ListedRepository<RancherProject>['list'];
}

export interface RancherUserRepository extends Writes<RancherUser> {
  /** Finds a record by its uuid alone, for the API. The read is eventually consistent, because it uses an index. */
  findByUuid(uuid: Uuid): Promise<RancherUser | undefined>;
  /** The existing users among `refs`, in no order. Makes one call for each 100 users. */
  findAll(refs: readonly RancherUserRef[]): Promise<RancherUser[]>;
  /** Whether any Rancher account is recorded for the provider. Reads one row. */
  hasAny(settingsUuid: Uuid): Promise<boolean>;
  listByProvider(settingsUuid: Uuid): Promise<RancherUser[]>;
  list: ListedRepository<RancherUser>['list'];
}

export interface RancherUserLinkRepository extends Writes<RancherUserLink> {
  listByUser(user: RancherUserRef): Promise<RancherUserLink[]>;
  /** The read is eventually consistent, because it uses an index. */
  listByCluster(clusterUuid: Uuid): Promise<RancherUserLink[]>;
  listByProvider(settingsUuid: Uuid): Promise<RancherUserLink[]>;
  list: ListedRepository<RancherUserLink>['list'];
}

export interface ProviderSyncRepository {
  /** Takes the provider's lease. Returns false if another run holds a valid lease. */
  begin(lease: SyncLease): Promise<boolean>;
  /** The provider's current lease. The read is strongly consistent. */
  findLease(settingsUuid: Uuid): Promise<SyncLease | undefined>;
  /** Gives the lease back. Changes nothing if the lease has expired. */
  end(lease: SyncLease): Promise<void>;
  /**
   * Returns the data that the last run of this job stored for the provider. Empty before the first run. The read is
   * strongly consistent.
   */
  recall(settingsUuid: Uuid, job: SyncJob): Promise<SyncMemory>;
  /** Stores data for the next run of the job. Only the holder of the lease may call this. */
  remember(settingsUuid: Uuid, job: SyncJob, memory: SyncMemory): Promise<void>;
}
