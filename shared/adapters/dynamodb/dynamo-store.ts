import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { RecordKind } from '#shared/domain/_core/define-record';
import type { RecordBase } from '#shared/domain/_core/record';
import { RECORDS } from '#shared/domain/records';
import { DEFAULT_RETENTION_DAYS } from '../../contracts/table.ts';
import { NOBODY } from '../../domain/audit/actor.ts';
import type { CurrentActor } from '../../ports/audit.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { PlainRepositories, SpecialRepositories, Store } from '../../ports/store.ts';
import type { Auditing } from './_core/audit-rows.ts';
import { claimRepository } from './_core/claim-repository.ts';
import { commit } from './_core/commit.ts';
import { counterRepository, windowCountRepository } from './_core/counters/counters.ts';
import { idempotencyKeyRepository } from './_core/idempotency-key-repository.ts';
import type { KindName } from './_core/keys.ts';
import { kindOf } from './_core/kind.ts';
import { ORDERS } from './_core/kinds.ts';
import { recordRepository } from './_core/record-repository.ts';
import { type Table, tableOf } from './_core/table.ts';
import { auditRepository } from './audit/audit-repository.ts';
import { accessRepository } from './cluster-access/access-repository.ts';
import { keycloakGroupRepository, keycloakMembershipRepository } from './cluster-access/keycloak-repositories.ts';
import { rancherUserLinkRepository, rancherUserRepository } from './cluster-access/rancher-user-repository.ts';
import { clusterContentRepository, rancherProjectRepository } from './cluster-contents/cluster-content-repository.ts';
import { clusterEventRepository, clusterRepository } from './clusters/cluster-repository.ts';
import { parkedWaitRepository } from './clusters/parked-wait-repository.ts';
import { sharedLookRepository } from './clusters/shared-look-repository.ts';
import { hookDeliveryRepository, webhookSignatureRepository } from './hooks/hook-repositories.ts';
import { apiTokenRepository, signInRepository } from './identity/credential-repositories.ts';
import { userRepository, userSlotRepository } from './identity/user-repository.ts';
import {
  clusterSecurityGroupRepository,
  clusterTenantRepository,
} from './infrastructure/infrastructure-repositories.ts';
import { mailRepository } from './mail/mail-repository.ts';
import { nodeRepository, phoneHomeRepository } from './nodes/node-repository.ts';
import { outboxRepository } from './operations/outbox-repository.ts';
import { runLeaseRepository } from './operations/run-lease-repository.ts';
import {
  customerRepository,
  projectRepository,
  roleGrantRepository,
} from './organizations/organization-repositories.ts';
import {
  importableClusterRepository,
  providerSlotRepository,
  providerSyncRepository,
  roleTemplateRepository,
} from './providers/provider-repositories.ts';
import { relayRepository } from './providers/relay-repository.ts';
import { usageRepository } from './usage/usage-repository.ts';

export type DynamoStoreOptions = {
  tableName: string;
  auditTableName: string;
  /** The client from `dynamoClient`, which sets the timeouts. */
  client: DynamoDBClient;
  clock: Clock;
  /**
   * Returns a random number from 0 to 1. After a conflict, transactions wait for random times before they are repeated.
   */
  random?: () => number;
  /** The actor that audit events name. Default: unknown. */
  actor?: CurrentActor;
  auditRetentionDays?: number;
};

const auditingOf = ({
  auditTableName,
  actor = () => NOBODY,
  auditRetentionDays = DEFAULT_RETENTION_DAYS,
}: DynamoStoreOptions): Auditing => ({
  actor,
  tableName: auditTableName,
  retentionDays: auditRetentionDays,
  newUuid: () => randomUUID().replaceAll('-', ''),
});

/**
 * The store in DynamoDB tables (docs/decisions/0003-single-table.md). Throws BackendUnavailable and BackendThrottled if
 * the database fails.
 */
export function dynamoStore(options: DynamoStoreOptions): Store {
  const { tableName, client, clock, random = Math.random } = options;
  const table = tableOf(client, tableName, clock);
  const claims = claimRepository(table);
  const auditing = auditingOf(options);
  const special: SpecialRepositories = {
    users: userRepository(table, claims),
    access: accessRepository(table),
    apiTokens: apiTokenRepository(table),
    badCredentials: windowCountRepository(table, 'BAD_CREDENTIALS'),
    userSlots: userSlotRepository(table),
    mailCounts: windowCountRepository(table, 'MAIL_COUNT'),
    signIns: signInRepository(table),
    customers: customerRepository(table),
    projects: projectRepository(table),
    grants: roleGrantRepository(table),
    orders: recordRepository(table, ORDERS),
    clusters: clusterRepository(table),
    clusterTenants: clusterTenantRepository(table),
    clusterSecurityGroups: clusterSecurityGroupRepository(table),
    nodes: nodeRepository(table),
    keycloakGroups: keycloakGroupRepository(table),
    keycloakMemberships: keycloakMembershipRepository(table),
    roleTemplates: roleTemplateRepository(table),
    importableClusters: importableClusterRepository(table),
    rancherProjects: rancherProjectRepository(table),
    contents: clusterContentRepository(table),
    rancherUsers: rancherUserRepository(table),
    rancherUserLinks: rancherUserLinkRepository(table),
    usages: usageRepository(table),
    events: clusterEventRepository(table),
    waits: parkedWaitRepository(table),
    looks: sharedLookRepository(table),
    phoneHomes: phoneHomeRepository(table),
    runLeases: runLeaseRepository(table),
    webhookSignatures: webhookSignatureRepository(table),
    slots: providerSlotRepository(table),
    relays: relayRepository(table),
    syncJobs: providerSyncRepository(table),
    outbox: outboxRepository(table),
    mails: mailRepository(table),
    hookDeliveries: hookDeliveryRepository(table),
    claims,
    counters: counterRepository(table),
    idempotencyKeys: idempotencyKeyRepository(table),
    audit: auditRepository({ ...table, tableName: auditing.tableName }, auditing),
  };
  return {
    ...plainRepositories(table, special),
    ...special,
    commit: (...writes) => commit(table, { random, auditing }, writes),
  };
}

/** Makes repositories for all declared kinds of records that have no special repository. */
export function plainRepositories(table: Table, special: SpecialRepositories): PlainRepositories {
  const repositories = Object.entries(RECORDS).flatMap(([name, declared]) => {
    if (name in special || !('schema' in declared)) return [];
    // The cast is safe, because a repository passes only records of its own kind to the functions of `kind`.
    const kind = kindOf(declared as unknown as RecordKind<RecordBase, KindName>);
    return [[name, recordRepository(table, kind)]];
  });
  return Object.fromEntries(repositories);
}
