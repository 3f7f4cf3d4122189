/** The tables: names that the construct which makes them and the adapter which reads them must agree on. */
export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** Seconds since the epoch; DynamoDB removes such a row within days, so readers leave expired ones out themselves. */
export const TTL_ATTRIBUTE = 'expiresAtSeconds';

/** Value of `kind` on a row that waits for its state machine: what the stream's filter lets through. */
export const OUTBOX_KIND = 'OUTBOX';

/** Value of `kind` on a row that tells of a change, and what its key begins with: it is written once, into a table of its own. */
export const AUDIT_KIND = 'AUDIT';
export const AUDIT_PREFIX = 'AUDIT#';
/** Such a row is kept for a year and a month, so that a year can be looked back on when it is over. */
export const DEFAULT_RETENTION_DAYS = 400;

/** What a narrow index has beside keys: what events are filtered by. */
export const NARROW_ATTRIBUTES = [TTL_ATTRIBUTE, 'eventTypes'] as const;

/**
 * All indexes are sparse. `all`, `customer` and `project` serve lists, share their sort key and project whole rows; roles that end stand in
 * `all`, too, by their end. What is written often, nodes and events, stands in `allRefs`, `customerRefs` and `projectRefs` instead:
 * they are narrow, so that a write that moves nothing costs nothing there, and who reads them reads the rows behind. `lookup`, narrow as well,
 * finds nodes by uuid, grants by scope, what the outbox still holds, what waits for a provider's clusters, and memberships
 * that wait for its Keycloak.
 */
export const TABLE_INDEXES = {
  all: { partitionKey: 'allPk', sortKey: 'listSk', isNarrow: false },
  customer: { partitionKey: 'customerPk', sortKey: 'listSk', isNarrow: false },
  project: { partitionKey: 'projectPk', sortKey: 'listSk', isNarrow: false },
  allRefs: { partitionKey: 'allRef', sortKey: 'listSk', isNarrow: true },
  customerRefs: { partitionKey: 'customerRef', sortKey: 'listSk', isNarrow: true },
  projectRefs: { partitionKey: 'projectRef', sortKey: 'listSk', isNarrow: true },
  lookup: { partitionKey: 'lookupPk', sortKey: 'lookupSk', isNarrow: true },
} as const;
export type IndexName = keyof typeof TABLE_INDEXES;
export const INDEX_NAMES = [
  'all',
  'customer',
  'project',
  'allRefs',
  'customerRefs',
  'projectRefs',
  'lookup',
] as const satisfies readonly IndexName[];
/** Those of the table of events, in whose lists and clusters' lists they stand. */
export const AUDIT_INDEX_NAMES = [
  'allRefs',
  'customerRefs',
  'projectRefs',
  'lookup',
] as const satisfies readonly IndexName[];
