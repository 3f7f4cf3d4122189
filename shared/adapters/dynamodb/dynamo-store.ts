import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DEFAULT_RETENTION_DAYS } from '../../contracts/table.ts';
import { NOBODY } from '../../domain/audit/actor.ts';
import type { CurrentActor } from '../../ports/audit.ts';
import type { Clock } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { accessRepository } from './access-repository.ts';
import { apiTokenRepository } from './api-token-repository.ts';
import { auditRepository } from './audit-repository.ts';
import type { Auditing } from './audit-rows.ts';
import { claimRepository } from './claim-repository.ts';
import { clusterContentRepository } from './cluster-content-repository.ts';
import { clusterEventRepository } from './cluster-event-repository.ts';
import { clusterRepository } from './cluster-repository.ts';
import { clusterSecurityGroupRepository } from './cluster-security-group-repository.ts';
import { clusterTenantRepository } from './cluster-tenant-repository.ts';
import { commit } from './commit.ts';
import { counterRepository } from './counter-repository.ts';
import { customerRepository } from './customer-repository.ts';
import { hookDeliveryRepository, hookRepository } from './hook-repository.ts';
import { idempotencyKeyRepository } from './idempotency-key-repository.ts';
import { keycloakGroupRepository } from './keycloak-group-repository.ts';
import { keycloakMembershipRepository } from './keycloak-membership-repository.ts';
import { AGENT_IDENTITIES, INVITATIONS, OFFERINGS, ORDERS, RESOURCES, SETTINGS, TENANTS } from './kinds.ts';
import { mailRepository } from './mail-repository.ts';
import { nodeRepository } from './node-repository.ts';
import { outboxRepository } from './outbox-repository.ts';
import { parkedWaitRepository } from './parked-wait-repository.ts';
import { phoneHomeRepository } from './phone-home-repository.ts';
import { projectRepository } from './project-repository.ts';
import { providerPassRepository } from './provider-pass-repository.ts';
import { providerSlotRepository } from './provider-slot-repository.ts';
import { rancherProjectRepository } from './rancher-project-repository.ts';
import { rancherUserLinkRepository, rancherUserRepository } from './rancher-user-repository.ts';
import { recordRepository } from './record-repository.ts';
import { roleGrantRepository } from './role-grant-repository.ts';
import { roleTemplateRepository } from './role-template-repository.ts';
import { signInRepository } from './sign-in-repository.ts';
import { sshKeyRepository } from './ssh-key-repository.ts';
import { tableOf } from './table.ts';
import { usageRepository } from './usage-repository.ts';
import { userRepository } from './user-repository.ts';
import { userSlotRepository } from './user-slot-repository.ts';
import { webhookSignatureRepository } from './webhook-signature-repository.ts';
import { windowCountRepository } from './window-count-repository.ts';

export type DynamoStoreOptions = {
  tableName: string;
  /** Where events of changes are kept. */
  auditTableName: string;
  /** Best made by `dynamoClient`, which has the timeouts. */
  client: DynamoDBClient;
  clock: Clock;
  /** 0 to 1; spreads repeated transactions that collided. */
  random?: () => number;
  /** Who changes what is told with every change. Not given: nobody in particular. */
  actor?: CurrentActor;
  /** How long that is kept. */
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

/** The store on its DynamoDB tables (docs/decisions/0003-single-table.md). Throws BackendUnavailable and BackendThrottled. */
export function dynamoStore(options: DynamoStoreOptions): Store {
  const { tableName, client, clock, random = Math.random } = options;
  const table = tableOf(client, tableName, clock);
  const claims = claimRepository(table);
  const auditing = auditingOf(options);
  return {
    users: userRepository(table, claims),
    access: accessRepository(table),
    apiTokens: apiTokenRepository(table),
    badCredentials: windowCountRepository(table, 'BAD_CREDENTIALS'),
    userSlots: userSlotRepository(table),
    mailCounts: windowCountRepository(table, 'MAIL_COUNT'),
    signIns: signInRepository(table),
    sshKeys: sshKeyRepository(table),
    customers: customerRepository(table),
    projects: projectRepository(table),
    invitations: recordRepository(table, INVITATIONS),
    grants: roleGrantRepository(table),
    settings: recordRepository(table, SETTINGS),
    tenants: recordRepository(table, TENANTS),
    offerings: recordRepository(table, OFFERINGS),
    agentIdentities: recordRepository(table, AGENT_IDENTITIES),
    orders: recordRepository(table, ORDERS),
    resources: recordRepository(table, RESOURCES),
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
    passes: providerPassRepository(table),
    outbox: outboxRepository(table),
    mails: mailRepository(table),
    hooks: hookRepository(table),
    hookDeliveries: hookDeliveryRepository(table),
    claims,
    counters: counterRepository(table),
    idempotencyKeys: idempotencyKeyRepository(table),
    audit: auditRepository({ ...table, tableName: auditing.tableName }, auditing),
    commit: (...writes) => commit(table, { random, auditing }, writes),
  };
}
