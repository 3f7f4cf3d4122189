/** The one table: names that the construct which makes it and the adapter which reads it must agree on. */
export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** Seconds since the epoch; DynamoDB removes such a row within days, so readers leave expired ones out themselves. */
export const TTL_ATTRIBUTE = 'expiresAtSeconds';

/** Value of `kind` on a row that waits for its state machine: what the stream's filter lets through. */
export const OUTBOX_KIND = 'OUTBOX';

/** Value of `kind` on a row that tells of a change, and what its key begins with: it is written once. */
export const AUDIT_KIND = 'AUDIT';
export const AUDIT_PREFIX = 'AUDIT#';
/** Such a row is kept for a year and a month, so that a year can be looked back on when it is over. */
export const DEFAULT_RETENTION_DAYS = 400;

/**
 * All indexes are sparse and project whole rows. `all`, `customer` and `project` serve lists and share their sort key; roles that
 * end stand in `all`, too, by their end; `lookup` finds nodes by uuid, grants by scope, what the outbox still holds,
 * what waits for a provider's clusters, and memberships that wait for its Keycloak.
 */
export const TABLE_INDEXES = {
  all: { partitionKey: 'allPk', sortKey: 'listSk' },
  customer: { partitionKey: 'customerPk', sortKey: 'listSk' },
  project: { partitionKey: 'projectPk', sortKey: 'listSk' },
  lookup: { partitionKey: 'lookupPk', sortKey: 'lookupSk' },
} as const;
export type IndexName = keyof typeof TABLE_INDEXES;
export const INDEX_NAMES = ['all', 'customer', 'project', 'lookup'] as const satisfies readonly IndexName[];
