import { AUDIT_KIND, AUDIT_PREFIX } from '#shared/contracts/table';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { RoleName } from '#shared/domain/organizations/role';
import type { Records } from '#shared/domain/records';

/** Every key template of the table; docs/decisions/0003-single-table.md lists what each serves. */
export type Key = { pk: string; sk: string };
export type LookupKey = { lookupPk: string; lookupSk: string };

type KeptName = Exclude<Records[keyof Records]['name'], 'GRANT' | 'TOKEN'>;
/** Prefix of keys and partitions, name of the counter attribute, and `kind` of the row. */
export type KindName = KeptName | ContentKind;

export const auditKey = (uuid: Uuid): Key => ({ pk: `${AUDIT_PREFIX}${uuid}`, sk: AUDIT_KIND });
export const AUDIT_LIST = 'AUDIT';
/** Events of a cluster, of its nodes and of what was ordered with it. */
export const eventsOfCluster = (clusterUuid: Uuid): string => `CLUSTER#${clusterUuid}#AUDIT`;

export const recordKey = (kind: KindName, uuid: Uuid): Key => ({ pk: `${kind}#${uuid}`, sk: kind });

/** Nodes and events share the cluster's partition, so that one query reads a cluster with its nodes. */
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
/** What is inside the cluster, a kind after the other. */
export const contentPrefix = (kind: ContentKind): string => `CONTENT#${kind}#`;
export const contentKey = (clusterUuid: Uuid, kind: ContentKind, uuid: Uuid): Key => ({
  pk: clusterPartition(clusterUuid),
  sk: `${contentPrefix(kind)}${uuid}`,
});
export const contentsMemoryKey = (clusterUuid: Uuid): Key => ({ pk: clusterPartition(clusterUuid), sk: 'CONTENTS' });
/** Without the instant: the same event again must meet the row it wrote before. */
export const eventKey = (clusterUuid: Uuid, key: string): Key => ({
  pk: clusterPartition(clusterUuid),
  sk: `${EVENT_PREFIX}${key}`,
});
export const phoneHomeKey = (nodeUuid: Uuid): Key => ({ pk: `NODE#${nodeUuid}`, sk: 'PHONE_HOME' });
export const webhookSignatureKey = (settingsUuid: Uuid, signature: string): Key => ({
  pk: `SIGNATURE#${settingsUuid}#${signature}`,
  sk: 'SIGNATURE',
});

/** A browser on its way to the OIDC provider and back. */
export const signInKey = (stateHash: string): Key => ({ pk: `SIGN_IN#${stateHash}`, sk: 'SIGN_IN' });

/** What is kept for a provider beside its settings. */
export const providerPartition = (settingsUuid: Uuid): string => `PROVIDER#${settingsUuid}`;
export const SLOT_PREFIX = 'SLOT#';
export const slotKey = ({ settingsUuid, number }: { settingsUuid: Uuid; number: number }): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${SLOT_PREFIX}${number}`,
});

/** What waits for the provider's clusters, by cluster: one query finds those of both. */
export const WAIT_PREFIX = 'WAIT#';
export const waitsPrefix = (clusterUuid: Uuid): string => `${WAIT_PREFIX}${clusterUuid}#`;
type OfOperation = { settingsUuid: Uuid; clusterUuid: Uuid; operationUuid: Uuid };
export const waitKey = ({ settingsUuid, clusterUuid, operationUuid }: OfOperation): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${waitsPrefix(clusterUuid)}${operationUuid}`,
});

export const syncLeaseKey = (settingsUuid: Uuid): Key => ({ pk: providerPartition(settingsUuid), sk: 'PASS_LEASE' });
export const syncMemoryKey = (settingsUuid: Uuid, job: string): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `PASS#${job}`,
});

/** Who may enter a provider's clusters stands in its partition too, by cluster and group: passes read all of it, in pages. */
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
/** Says where the membership is: the lookup index has those that wait for Keycloak. */
export const membershipPointerKey = (uuid: Uuid): Key => ({ pk: `KEYCLOAK_MEMBERSHIP#${uuid}`, sk: 'POINTER' });
export const ROLE_TEMPLATE_PREFIX = 'ROLE_TEMPLATE#';
export const roleTemplateKey = (settingsUuid: Uuid, scopeType: string, name: string): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${ROLE_TEMPLATE_PREFIX}${scopeType}#${name}`,
});
export const RANCHER_PROJECT_PREFIX = 'RANCHER_PROJECT#';
export const rancherProjectKey = ({ settingsUuid, clusterUuid, uuid }: InCluster & { uuid: Uuid }): Key => ({
  pk: providerPartition(settingsUuid),
  sk: `${RANCHER_PROJECT_PREFIX}${clusterUuid}#${uuid}`,
});

/** Accounts in the provider's Rancher, and the roles of each. */
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

/** A user, his roles and his tokens share a partition: every request reads them, and what is taken away must fail at once. */
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
/** The uuid has a fixed length: no two pairs of user and key can meet. */
export const idempotencyKeyKey = (userUuid: Uuid, key: string): Key => ({
  pk: `IDEMPOTENCY#${userUuid}#${key}`,
  sk: 'IDEMPOTENCY',
});
export const claimKey = (key: string): Key => ({ pk: `CLAIM#${key}`, sk: 'CLAIM' });
const OPERATION_PREFIX = 'OPERATION#';
export const outboxKey = (operationUuid: Uuid): Key => ({ pk: `${OPERATION_PREFIX}${operationUuid}`, sk: 'OUTBOX' });
/** The other way round, for rows and stream records in which nothing else can be read. */
export const operationOfKey = (pk: string): string => pk.slice(OPERATION_PREFIX.length);

/** E-mails and deliveries stand in the lookup index under their kind, by when they are tried next. */
export const mailKey = (key: string): Key => ({ pk: `MAIL#${key}`, sk: 'MAIL' });
export const hookDeliveryKey = (key: string): Key => ({ pk: `HOOK_DELIVERY#${key}`, sk: 'HOOK_DELIVERY' });

export const usernameClaim = (username: string): string => `username/${username}`;
/** Both parts escaped: an issuer is a URL, and `a/b` + `c` must not meet `a` + `b/c`. */
export const identityClaim = (issuer: string, subject: string): string =>
  `identity/${encodeURIComponent(issuer)}/${encodeURIComponent(subject)}`;

type Role = { scopeUuid: Uuid; role: string };
export const groupClaim = ({ scopeUuid, role }: Role): string => `keycloak-group/${scopeUuid}/${role}`;
/** Keycloak's user names are the same in any case. */
export const membershipClaim = ({ scopeUuid, role, username }: Role & { username: string }): string =>
  `keycloak-membership/${scopeUuid}/${role}/${username.toLowerCase()}`;

/** The last number that was given under a name. */
export const sequenceKey = (name: string): Key => ({ pk: `SEQUENCE#${name}`, sk: 'SEQUENCE' });

export const ALL = 'ALL';
export const customerScope = (uuid: Uuid): string => `CUSTOMER#${uuid}`;
export const projectScope = (uuid: Uuid): string => `PROJECT#${uuid}`;
/** A list's partition in the index of its scope, e.g. `CUSTOMER#<uuid>#CLUSTER`. */
export const listPartition = (scope: string, kind: KindName | typeof AUDIT_LIST): string => `${scope}#${kind}`;

/** Orders a partition by age; the uuid tells apart what was created within one millisecond. */
export const ageKey = ({ created, uuid }: { created: string; uuid: Uuid }): string => `${created}#${uuid}`;

/** Of what is found by its uuid alone. */
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
/** Accounts that have a role in the cluster. */
export const rancherUsersOfCluster = (clusterUuid: Uuid): string => `CLUSTER#${clusterUuid}#RANCHER_USER`;
/** Memberships of the provider that Keycloak has still to be asked about, the oldest first. */
export const unreconciledMemberships = (settingsUuid: Uuid): string => `PROVIDER#${settingsUuid}#MEMBERSHIP`;
/** Orders of a cluster; those of its resource stand in `matches`. */
export const ordersOfCluster = (clusterUuid: Uuid): string => `ORDER#${clusterUuid}`;
/** What a user has of a kind. */
export const listOfUser = (userUuid: Uuid, kind: KindName): string => `USER#${userUuid}#${kind}`;
export const grantsOfScope = (scopeUuid: Uuid): string => `SCOPE#${scopeUuid}#GRANT`;
/** Roles that end some day, by when they do. */
export const ENDING_GRANTS = 'ENDING_GRANT';
export const PENDING_OUTBOX = 'OUTBOX';
/** Rows of the outbox that nobody can read, out of the way of the others. */
export const UNREADABLE_OUTBOX = 'OUTBOX_UNREADABLE';
/** Clusters whose access for Argo CD ends some day, by the time of its renewal. */
export const ARGOCD_RENEWALS = 'ARGOCD_RENEWAL';
/** Usages that grow, by month and resource: those of a month that is over have to go on in the next. */
export const RUNNING_USAGES = 'RUNNING_USAGE';
/** Clusters with an operation that has not ended, by the time it was accepted. */
export const CLUSTERS_AT_WORK = 'CLUSTER_AT_WORK';
