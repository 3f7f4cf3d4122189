/** Names of the tables' keys. The CDK construct and the adapter of the tables share these names. */
export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/**
 * The attribute for the expiry time, in seconds since 1970. DynamoDB removes an expired row only within days, so
 * readers skip expired rows.
 */
export const TTL_ATTRIBUTE = 'expiresAtSeconds';

/**
 * The `kind` of a row that waits until its state machine is started. The filter of the table's stream selects these
 * rows.
 */
export const OUTBOX_KIND = 'OUTBOX';

/**
 * The `kind` of the row of an event, and the start of its key. Each event is written once, into the table of events.
 */
export const AUDIT_KIND = 'AUDIT';
export const AUDIT_PREFIX = 'AUDIT#';
/** Events are kept for 400 days, so that a finished year can still be read for a month. */
export const DEFAULT_RETENTION_DAYS = 400;

/** Attributes of a narrow index in addition to the keys. Readers filter entries by these attributes. */
const OF_LISTS = [TTL_ATTRIBUTE, 'eventTypes', 'st', 'marks'] as const;
/** The attribute that names the customer of a project's row. With it, readers need not read the row itself. */
const OWNER = 'customerUuid';
const OF_NAMES = ['nL', 'nT'] as const;

/**
 * All indexes are sparse: only rows with the keys of an index are in it.
 * `all`, `customer` and `project` serve lists. They have the same sort key and contain whole rows (`columns` is
 * absent). `all` also contains roles with an end, sorted by their end.
 * The other indexes are narrow: a write that changes none of their attributes costs nothing there. Their readers then
 * read the rows themselves.
 * `allRefs`, `customerRefs` and `projectRefs` serve lists by state, and lists of records that are often written (nodes
 * and events).
 * `allNames`, `customerNames` and `projectNames` serve searches by name, in the same partitions. A search for part of a
 * name reads a whole list, in calls that read 1 MB each. That is why their attribute names have only two letters.
 * `matches` finds the records that have a value. `lookup` finds nodes by uuid, grants by scope, rows of the outbox, and
 * memberships that wait for their provider's Keycloak.
 */
export const TABLE_INDEXES = {
  all: { partitionKey: 'allPk', sortKey: 'listSk' },
  customer: { partitionKey: 'customerPk', sortKey: 'listSk' },
  project: { partitionKey: 'projectPk', sortKey: 'listSk' },
  allRefs: { partitionKey: 'allRef', sortKey: 'listSk', columns: OF_LISTS },
  customerRefs: { partitionKey: 'customerRef', sortKey: 'listSk', columns: OF_LISTS },
  projectRefs: { partitionKey: 'projectRef', sortKey: 'listSk', columns: [...OF_LISTS, OWNER] },
  allNames: { partitionKey: 'allPk', sortKey: 'nS', columns: OF_NAMES },
  customerNames: { partitionKey: 'customerPk', sortKey: 'nS', columns: OF_NAMES },
  projectNames: { partitionKey: 'projectPk', sortKey: 'nS', columns: [...OF_NAMES, OWNER] },
  matches: { partitionKey: 'matchPk', sortKey: 'listSk', columns: [TTL_ATTRIBUTE] },
  lookup: { partitionKey: 'lookupPk', sortKey: 'lookupSk', columns: [TTL_ATTRIBUTE, 'eventTypes'] },
} as const;
export type IndexName = keyof typeof TABLE_INDEXES;
/** Attributes of the index in addition to the keys. Undefined if the index contains whole rows. */
export function columnsOf(name: IndexName): readonly string[] | undefined {
  const index = TABLE_INDEXES[name];
  return 'columns' in index ? index.columns : undefined;
}
export const INDEX_NAMES = [
  'all',
  'customer',
  'project',
  'allRefs',
  'customerRefs',
  'projectRefs',
  'allNames',
  'customerNames',
  'projectNames',
  'matches',
  'lookup',
] as const satisfies readonly IndexName[];
/** Indexes of the table of events. They serve the lists of all events and of a cluster's events. */
export const AUDIT_INDEX_NAMES = [
  'allRefs',
  'customerRefs',
  'projectRefs',
  'lookup',
] as const satisfies readonly IndexName[];
