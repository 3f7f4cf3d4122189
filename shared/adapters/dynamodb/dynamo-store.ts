import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DEFAULT_RETENTION_DAYS } from '../../contracts/table.ts';
import { NOBODY } from '../../domain/audit/actor.ts';
import type { CurrentActor } from '../../ports/audit.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { SpecialRepositories, Store } from '../../ports/store.ts';
import type { Auditing } from './_core/audit-rows.ts';
import { claimRepository } from './_core/claim-repository.ts';
import { commit } from './_core/commit.ts';
import { counterRepository } from './_core/counters/counter-repository.ts';
import { windowCountRepository } from './_core/counters/window-count-repository.ts';
import { idempotencyKeyRepository } from './_core/idempotency-key-repository.ts';
import { ORDERS } from './_core/kinds.ts';
import { recordRepository } from './_core/record-repository.ts';
import { tableOf } from './_core/table.ts';
import { auditRepository } from './audit/audit-repository.ts';
import { accessRepository } from './cluster-access/access-repository.ts';
import { keycloakGroupRepository } from './cluster-access/keycloak-group-repository.ts';
import { keycloakMembershipRepository } from './cluster-access/keycloak-membership-repository.ts';
import { rancherUserLinkRepository, rancherUserRepository } from './cluster-access/rancher-user-repository.ts';
import { clusterContentRepository } from './cluster-contents/cluster-content-repository.ts';
import { rancherProjectRepository } from './cluster-contents/rancher-project-repository.ts';
import { clusterEventRepository } from './clusters/cluster-event-repository.ts';
import { clusterRepository } from './clusters/cluster-repository.ts';
import { parkedWaitRepository } from './clusters/parked-wait-repository.ts';
import { hookDeliveryRepository } from './hooks/hook-delivery-repository.ts';
import { webhookSignatureRepository } from './hooks/webhook-signature-repository.ts';
import { apiTokenRepository } from './identity/api-token-repository.ts';
import { signInRepository } from './identity/sign-in-repository.ts';
import { userRepository } from './identity/user-repository.ts';
import { userSlotRepository } from './identity/user-slot-repository.ts';
import { clusterSecurityGroupRepository } from './infrastructure/cluster-security-group-repository.ts';
import { clusterTenantRepository } from './infrastructure/cluster-tenant-repository.ts';
import { mailRepository } from './mail/mail-repository.ts';
import { nodeRepository } from './nodes/node-repository.ts';
import { phoneHomeRepository } from './nodes/phone-home-repository.ts';
import { outboxRepository } from './operations/outbox-repository.ts';
import { customerRepository } from './organizations/customer-repository.ts';
import { projectRepository } from './organizations/project-repository.ts';
import { roleGrantRepository } from './organizations/role-grant-repository.ts';
import { plainRepositories } from './plain-repositories.ts';
import { providerSlotRepository } from './providers/provider-slot-repository.ts';
import { providerSyncRepository } from './providers/provider-sync-repository.ts';
import { roleTemplateRepository } from './providers/role-template-repository.ts';
import { usageRepository } from './usage/usage-repository.ts';

export type DynamoStoreOptions = {
  tableName: string;
  /** Table of audit events. */
  auditTableName: string;
  /** Use `dynamoClient`, which has the timeouts. */
  client: DynamoDBClient;
  clock: Clock;
  /** 0 to 1. Spreads repeated transactions after a conflict. */
  random?: () => number;
  /** The actor for audit events. Default: unknown. */
  actor?: CurrentActor;
  /** How long audit events are kept. */
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
 * The store on its DynamoDB tables (docs/decisions/0003-single-table.md). Throws BackendUnavailable and
 * BackendThrottled.
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
    rancherProjects: rancherProjectRepository(table),
    contents: clusterContentRepository(table),
    rancherUsers: rancherUserRepository(table),
    rancherUserLinks: rancherUserLinkRepository(table),
    usages: usageRepository(table),
    events: clusterEventRepository(table),
    waits: parkedWaitRepository(table),
    phoneHomes: phoneHomeRepository(table),
    webhookSignatures: webhookSignatureRepository(table),
    slots: providerSlotRepository(table),
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
