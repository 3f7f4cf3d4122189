import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import type { GroupRef, KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { KeycloakMembership, MembershipRef } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { RancherProject, RancherProjectRef } from '#shared/domain/cluster-access/rancher-project';
import type { RancherUser, RancherUserLink, RancherUserRef } from '#shared/domain/cluster-access/rancher-user';
import type { RancherRoleTemplate } from '#shared/domain/providers/rancher-role-template';
import type { ListedRepository, Repository } from './repository.ts';

type Writes<T extends RecordBase> = Pick<Repository<T>, 'insert' | 'replace' | 'remove'>;
export type ClusterRef = { settingsUuid: Uuid; clusterUuid: Uuid };

/** All lists by provider, cluster and group are strongly consistent, in no order that means anything. */
export interface KeycloakGroupRepository extends Writes<KeycloakGroup> {
  /** `insert` throws VersionConflict when there is one of this role and scope: read again. */
  get(ref: GroupRef): Promise<KeycloakGroup>;
  find(ref: GroupRef): Promise<KeycloakGroup | undefined>;
  /** By uuid alone, over an index (eventually consistent): for the API. */
  findByUuid(uuid: Uuid): Promise<KeycloakGroup | undefined>;
  listByCluster(cluster: ClusterRef): Promise<KeycloakGroup[]>;
  listByProvider(settingsUuid: Uuid): Promise<KeycloakGroup[]>;
  list: ListedRepository<KeycloakGroup>['list'];
}

export interface KeycloakMembershipRepository extends Writes<KeycloakMembership> {
  /** `insert` throws Invalid when the user has this role in this scope. */
  get(ref: MembershipRef): Promise<KeycloakMembership>;
  find(ref: MembershipRef): Promise<KeycloakMembership | undefined>;
  findByUuid(uuid: Uuid): Promise<KeycloakMembership | undefined>;
  listByGroup(group: GroupRef): Promise<KeycloakMembership[]>;
  /** Whether the group has a membership, be it one that is being taken away; one row is read. */
  hasAny(group: GroupRef): Promise<boolean>;
  listByCluster(cluster: ClusterRef): Promise<KeycloakMembership[]>;
  listByProvider(settingsUuid: Uuid): Promise<KeycloakMembership[]>;
  /** PENDING ones, and those that are being taken away, the oldest first; from an index (eventually consistent). */
  listUnreconciled(settingsUuid: Uuid): Promise<KeycloakMembership[]>;
  list: ListedRepository<KeycloakMembership>['list'];
}

export interface RancherRoleTemplateRepository extends Writes<RancherRoleTemplate> {
  /** By uuid alone, over an index (eventually consistent): roles change with passes only. */
  findByUuid(uuid: Uuid): Promise<RancherRoleTemplate | undefined>;
  /** One strongly consistent query. */
  listByProvider(settingsUuid: Uuid): Promise<RancherRoleTemplate[]>;
  list: ListedRepository<RancherRoleTemplate>['list'];
}

export interface RancherProjectRepository extends Writes<RancherProject> {
  find(ref: RancherProjectRef): Promise<RancherProject | undefined>;
  /** By uuid alone, over an index (eventually consistent): projects change with passes only. */
  findByUuid(uuid: Uuid): Promise<RancherProject | undefined>;
  listByCluster(cluster: ClusterRef): Promise<RancherProject[]>;
  listByProvider(settingsUuid: Uuid): Promise<RancherProject[]>;
  list: ListedRepository<RancherProject>['list'];
}

export interface RancherUserRepository extends Writes<RancherUser> {
  /** By uuid alone, over an index (eventually consistent): for the API. */
  findByUuid(uuid: Uuid): Promise<RancherUser | undefined>;
  /** Those of them that there are, in no order; one call per 100. */
  findAll(refs: readonly RancherUserRef[]): Promise<RancherUser[]>;
  /** Whether accounts are recorded for the provider; one row is read. */
  hasAny(settingsUuid: Uuid): Promise<boolean>;
  listByProvider(settingsUuid: Uuid): Promise<RancherUser[]>;
  list: ListedRepository<RancherUser>['list'];
}

export interface RancherUserLinkRepository extends Writes<RancherUserLink> {
  listByUser(user: RancherUserRef): Promise<RancherUserLink[]>;
  /** Over an index (eventually consistent). */
  listByCluster(clusterUuid: Uuid): Promise<RancherUserLink[]>;
  listByProvider(settingsUuid: Uuid): Promise<RancherUserLink[]>;
  list: ListedRepository<RancherUserLink>['list'];
}
