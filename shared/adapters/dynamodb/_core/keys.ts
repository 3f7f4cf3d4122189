import { AUDIT_KIND, AUDIT_PREFIX } from '#shared/contracts/table';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { RoleName } from '#shared/domain/organizations/role';
import type { Records } from '#shared/domain/records';

/** Key of a row. This file makes all keys of the table. docs/decisions/0003-single-table.md explains the keys. */
export type Key = { pk: string; sk: string };
export type LookupKey = { lookupPk: string; lookupSk: string };

type KeptName = Exclude<Records[keyof Records]['name'], 'GRANT' | 'TOKEN'>;
/**
 * Name of a kind of record. The name is the prefix of the kind's keys and partitions, an attribute of counter rows, and
 * the value of `kind` in rows.
 */
export type KindName = KeptName | ContentKind;

export const auditKey = (uuid: Uuid): Key => ({ pk: `${AUDIT_PREFIX}${uuid}`, sk: AUDIT_KIND });
export const AUDIT_LIST = 'AUDIT';
/** Lookup partition of the audit events of a cluster, its nodes and its orders. */
export const eventsOfCluster = (clusterUuid: Uuid): string => `CLUSTER#${clusterUuid}#AUDIT`;

export const recordKey = (kind: KindName, uuid: Uuid): Key => ({ pk: `${kind}#${uuid}`, sk: kind });

/** Nodes and timeline events are in the cluster's partition, so that one query reads a cluster with its nodes. */
export const CLUSTER_PARTITION = 'CLUSTER#';
export const clusterPartition = (clusterUuid: Uuid): string => `${CLUSTER_PARTITION}${clusterUuid}`;
export const NODE_PREFIX = 'NODE#';
export const EVENT_PREFIX = 'EVENT#';
export const CLUSTER_TENANT_PREFIX = 'TENANT#';
export const clusterTenantKey = (clusterUuid: Uuid, uuid: Uuid): Key => ({
  pk: clusterPartition(clusterUuid),
  sk: `${CLUSTER_TENANT_PREFIX}${uuid}`,
});
export const SECURITY_GROUP_PREFIX = 'SECURITY_GROUP#';
export const clusterSecurityGroupKey = (clusterUuid: Uuid, uuid: Uuid): Key => ({
  pk: clusterPartition(clusterUuid),
  sk: `${SECURITY_GROUP_PREFIX}${uuid}`,
});
export const nodeKey = (clusterUuid: Uuid, uuid: Uuid): Key => ({
  pk: clusterPartition(clusterUuid),
  sk: `${NODE_PREFIX}${uuid}`,
});
/** Prefix of the keys for one kind of objects inside a cluster, such as its namespaces. */
export const contentPrefix = (kind: ContentKind): string => `CONTENT#${kind}#`;
export const contentKey = (clusterUuid: Uuid, kind: ContentKind, uuid: Uuid): Key => ({
  pk: clusterPartition(clusterUuid),
  sk: `${contentPrefix(kind)}${uuid}`,
});
export const contentsMemoryKey = (clusterUuid: Uuid): Key => ({ pk: clusterPartition(clusterUuid), sk: 'CONTENTS' });
/** The key contains no time. So an event that is recorded twice has one row, and the timeline shows one event. */
export const eventKey = (clusterUuid: Uuid, key: string): Key => ({
  pk: clusterPartition(clusterUuid),
  sk: `${EVENT_PREFIX}${key}`,
});
export const phoneHomeKey = (nodeUuid: Uuid): Key => ({ pk: `NODE#${nodeUuid}`, sk: 'PHONE_HOME' });
export const runLeaseKey = (job: string): Key => ({ pk: `RUN_LEASE#${job}`, sk: 'RUN_LEASE' });
export const webhookSignatureKey = (settingsUuid: Uuid, signature: string): Key => ({
  pk: `SIGNATURE#${settingsUuid}#${signature}`,
  sk: 'SIGNATURE',
});

export const signInKey = (stateHash: string): Key => ({ pk: `SIGN_IN#${stateHash}`, sk: 'SIGN_IN' });

/** Partition for everything of a provider except its settings. */
export const providerPartition = (settingsUuid: Uuid): string => `PROVIDER#${settingsUuid}`;
const inProvider = (settingsUuid: Uuid, sk: string): Key => ({ pk: providerPartition(settingsUuid), sk });
export const SLOT_PREFIX = 'SLOT#';
export const slotKey = ({ settingsUuid, number }: { settingsUuid: Uuid; number: number }): Key =>
  inProvider(settingsUuid, `${SLOT_PREFIX}${number}`);

export const RELAY_PREFIX = 'RELAY#';
export const relayKey = ({ settingsUuid, name }: { settingsUuid: Uuid; name: string }): Key =>
  inProvider(settingsUuid, `${RELAY_PREFIX}${name}`);

/** Waits are rows of their provider, sorted by cluster. So one query finds the waits of a provider, or of a cluster. */
export const WAIT_PREFIX = 'WAIT#';
export const waitsPrefix = (clusterUuid: Uuid): string => `${WAIT_PREFIX}${clusterUuid}#`;
type OfOperation = { settingsUuid: Uuid; clusterUuid: Uuid; operationUuid: Uuid };
export const waitKey = ({ settingsUuid, clusterUuid, operationUuid }: OfOperation): Key =>
  inProvider(settingsUuid, `${waitsPrefix(clusterUuid)}${operationUuid}`);

export const sharedLookKey = (settingsUuid: Uuid): Key => inProvider(settingsUuid, 'LOOK');
export const syncLeaseKey = (settingsUuid: Uuid): Key => inProvider(settingsUuid, 'PASS_LEASE');
export const syncMemoryKey = (settingsUuid: Uuid, job: string): Key => inProvider(settingsUuid, `PASS#${job}`);

/** Groups, memberships and roles are in the provider's partition, because one sync job reads them all. */
type InCluster = { settingsUuid: Uuid; clusterUuid: Uuid };
export const GROUP_PREFIX = 'KEYCLOAK_GROUP#';
export const groupKey = ({ settingsUuid, clusterUuid, uuid }: InCluster & { uuid: Uuid }): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${GROUP_PREFIX}${clusterUuid}#${uuid}`,
});
export const MEMBERSHIP_PREFIX = 'KEYCLOAK_MEMBERSHIP#';
export const membershipKey = (ref: InCluster & { groupUuid: Uuid; uuid: Uuid }): Key => ({
  pk: providerPartition(ref.settingsUuid),
  sk: `${MEMBERSHIP_PREFIX}${ref.clusterUuid}#${ref.groupUuid}#${ref.uuid}`,
});
/**
 * Key of a row that finds a membership by its uuid. The row is needed because the lookup index has only pending
 * memberships.
 */
export const membershipPointerKey = (uuid: Uuid): Key => ({ pk: `KEYCLOAK_MEMBERSHIP#${uuid}`, sk: 'POINTER' });
export const ROLE_TEMPLATE_PREFIX = 'ROLE_TEMPLATE#';
export const roleTemplateKey = (settingsUuid: Uuid, scopeType: string, name: string): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${ROLE_TEMPLATE_PREFIX}${scopeType}#${name}`,
});
export const IMPORTABLE_CLUSTER_PREFIX = 'IMPORTABLE_CLUSTER#';
export const importableClusterKey = (settingsUuid: Uuid, uuid: Uuid): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${IMPORTABLE_CLUSTER_PREFIX}${uuid}`,
});
export const RANCHER_PROJECT_PREFIX = 'RANCHER_PROJECT#';
export const rancherProjectKey = ({ settingsUuid, clusterUuid, uuid }: InCluster & { uuid: Uuid }): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${RANCHER_PROJECT_PREFIX}${clusterUuid}#${uuid}`,
});

/** Accounts in a provider's Rancher, and their roles, are in the provider's partition. */
type OfUser = { settingsUuid: Uuid; userUuid: Uuid };
export const RANCHER_USER_PREFIX = 'RANCHER_USER#';
export const rancherUserKey = ({ settingsUuid, userUuid }: OfUser): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${RANCHER_USER_PREFIX}${userUuid}`,
});
export const RANCHER_USER_LINK_PREFIX = 'RANCHER_USER_LINK#';
export const rancherUserLinkKey = (ref: OfUser & { clusterUuid: Uuid; role: string }): Key => ({
  pk: providerPartition(ref.settingsUuid),
  sk: `${RANCHER_USER_LINK_PREFIX}${ref.userUuid}#${ref.clusterUuid}#${ref.role}`,
});

/** Partition of a user's roles and tokens. Every request reads them, so a removed role or token is void at once. */
export const userPartition = (userUuid: Uuid): string => `USER#${userUuid}`;
export const TOKEN_PREFIX = 'TOKEN#';
export const tokenKey = (userUuid: Uuid, hash: string): Key => ({
  pk: userPartition(userUuid),
  sk: `${TOKEN_PREFIX}${hash}`,
});
export const GRANT_PREFIX = 'GRANT#';
export const grantKey = (userUuid: Uuid, scopeUuid: Uuid, role: RoleName): Key => ({
  pk: userPartition(userUuid),
  sk: `${GRANT_PREFIX}${scopeUuid}#${role}`,
});
/** The uuid has a fixed length, so two different pairs of user and key never make the same text. */
export const idempotencyKeyKey = (userUuid: Uuid, key: string): Key => ({
  pk: `IDEMPOTENCY#${userUuid}#${key}`,
  sk: 'IDEMPOTENCY',
});
export const claimKey = (key: string): Key => ({ pk: `CLAIM#${key}`, sk: 'CLAIM' });
const OPERATION_PREFIX = 'OPERATION#';
export const outboxKey = (operationUuid: Uuid): Key => ({ pk: `${OPERATION_PREFIX}${operationUuid}`, sk: 'OUTBOX' });
/** Reads the operation's uuid from a row's key. The key is readable even if the row cannot be parsed. */
export const operationOfKey = (pk: string): string => pk.slice(OPERATION_PREFIX.length);

/** E-mails and hook deliveries are in the lookup index under their kind, sorted by the time of the next attempt. */
export const mailKey = (key: string): Key => ({ pk: `MAIL#${key}`, sk: 'MAIL' });
export const hookDeliveryKey = (key: string): Key => ({ pk: `HOOK_DELIVERY#${key}`, sk: 'HOOK_DELIVERY' });

export const usernameClaim = (username: string): string => `username/${username}`;
/** Both parts are escaped, because an issuer is a URL with slashes. Unescaped, `a/b` + `c` would equal `a` + `b/c`. */
export const identityClaim = (issuer: string, subject: string): string =>
  `identity/${encodeURIComponent(issuer)}/${encodeURIComponent(subject)}`;

type Role = { scopeUuid: Uuid; role: string };
export const groupClaim = ({ scopeUuid, role }: Role): string => `keycloak-group/${scopeUuid}/${role}`;
/** The username is in lower case, because Keycloak ignores the case of usernames. */
export const membershipClaim = ({ scopeUuid, role, username }: Role & { username: string }): string =>
  `keycloak-membership/${scopeUuid}/${role}/${username.toLowerCase()}`;

/** Key of the row with the last number of a sequence. */
export const sequenceKey = (name: string): Key => ({ pk: `SEQUENCE#${name}`, sk: 'SEQUENCE' });

export const ALL = 'ALL';
export const customerScope = (uuid: Uuid): string => `CUSTOMER#${uuid}`;
export const projectScope = (uuid: Uuid): string => `PROJECT#${uuid}`;
/** Partition of one kind's list in the index of a scope, such as `CUSTOMER#<uuid>#CLUSTER`. */
export const listPartition = (scope: string, kind: KindName | typeof AUDIT_LIST): string => `${scope}#${kind}`;

/** Sort key by age. The uuid distinguishes records of the same millisecond. */
export const ageKey = ({ created, uuid }: { created: string; uuid: Uuid }): string => `${created}#${uuid}`;

/** Lookup keys of records that are found by their uuid alone. */
const byUuid =
  (kind: string) =>
  (uuid: Uuid): LookupKey => ({ lookupPk: `${kind}#${uuid}`, lookupSk: kind });
export const nodeLookup = byUuid('NODE');
export const clusterSecurityGroupLookup = byUuid('SECURITY_GROUP');
export const contentLookup = byUuid('CONTENT');
export const groupLookup = byUuid('KEYCLOAK_GROUP');
export const roleTemplateLookup = byUuid('ROLE_TEMPLATE');
export const rancherProjectLookup = byUuid('RANCHER_PROJECT');
export const rancherUserLookup = byUuid('RANCHER_USER');
/** Lookup partition of the Rancher accounts that have a role in a cluster. */
export const rancherUsersOfCluster = (clusterUuid: Uuid): string => `CLUSTER#${clusterUuid}#RANCHER_USER`;
/** Lookup partition of a provider's memberships that are not in Keycloak yet, oldest first. */
export const unreconciledMemberships = (settingsUuid: Uuid): string => `PROVIDER#${settingsUuid}#MEMBERSHIP`;
/** Lookup partition of a cluster's orders. Orders of a resource are found by the index `matches`. */
export const ordersOfCluster = (clusterUuid: Uuid): string => `ORDER#${clusterUuid}`;
export const listOfUser = (userUuid: Uuid, kind: KindName): string => `USER#${userUuid}#${kind}`;
export const grantsOfScope = (scopeUuid: Uuid): string => `SCOPE#${scopeUuid}#GRANT`;
/** Partition of the role grants that have an end time, sorted by the end time. */
export const ENDING_GRANTS = 'ENDING_GRANT';
export const PENDING_OUTBOX = 'OUTBOX';
/**
 * Lookup partition of outbox rows that cannot be parsed. These rows have a separate partition, so that readers of the
 * outbox do not get them.
 */
export const UNREADABLE_OUTBOX = 'OUTBOX_UNREADABLE';
/** Lookup partition of clusters whose access for Argo CD expires, sorted by the time at which to renew it. */
export const ARGOCD_RENEWALS = 'ARGOCD_RENEWAL';
/**
 * Lookup partition of running usages, by month and resource. At the start of a month, a job reads this partition and
 * starts new records for these usages.
 */
export const RUNNING_USAGES = 'RUNNING_USAGE';
/** Lookup partition of clusters with an unfinished operation, sorted by the time when the operation was accepted. */
export const CLUSTERS_AT_WORK = 'CLUSTER_AT_WORK';

/** Key of a counter for a time window: of bad credentials by source or user, or of e-mails by sender or recipient. */
export const windowCountKey = (kind: 'BAD_CREDENTIALS' | 'MAIL_COUNT', key: string, start: number): Key => ({
  pk: `${kind}#${key}#${start}`,
  sk: kind,
});

/** Partition of a user's slots for one kind of object. Each object takes one of a limited number of slots. */
export const userSlotsPartition = (userUuid: Uuid, of: string): string => `USER_SLOTS#${userUuid}#${of}`;
export const userSlotKey = ({ userUuid, of, number }: { userUuid: Uuid; of: string; number: number }): Key => ({
  pk: userSlotsPartition(userUuid, of),
  sk: `SLOT#${number}`,
});

/** Usages are in the partition of their resource, oldest month first. */
export const resourcePartition = (resourceUuid: Uuid): string => `RESOURCE#${resourceUuid}`;
export const USAGE_PREFIX = 'USAGE#';
export const usagesOfMonth = (period: string): string => `${USAGE_PREFIX}${period}#`;
export const usageKey = (resourceUuid: Uuid, period: string, type: string): Key => ({
  pk: resourcePartition(resourceUuid),
  sk: `${usagesOfMonth(period)}${type}`,
});
/** Key of the row that says how a reported usage is shared among users. */
export const userSharesKey = (resourceUuid: Uuid, period: string, type: string): Key => ({
  pk: resourcePartition(resourceUuid),
  sk: `USER_SHARES#${period}#${type}`,
});
/**
 * Key of a row that finds a reported usage by its uuid. The key of the usage contains resource and month, but no uuid.
 */
export const usagePointerKey = (uuid: Uuid): Key => ({ pk: `COMPONENT_USAGE#${uuid}`, sk: 'POINTER' });
