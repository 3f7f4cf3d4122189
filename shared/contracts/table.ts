/** The tables. The construct that makes them and the adapter that reads them use the same names. */
export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** Seconds since the epoch. DynamoDB removes an expired row within days, so readers skip expired rows themselves. */
export const TTL_ATTRIBUTE = 'expiresAtSeconds';

/** Value of `kind` on a row that waits for its state machine. The filter of the stream selects it. */
export const OUTBOX_KIND = 'OUTBOX';

/** Value of `kind` on the row of an event, and the start of its key. An event is written once, into its own table. */
export const AUDIT_KIND = 'AUDIT';
export const AUDIT_PREFIX = 'AUDIT#';
/** Events are kept for a year and a month, so that a finished year can still be read. */
export const DEFAULT_RETENTION_DAYS = 400;

/** Attributes of a narrow index in addition to keys: entries are filtered by them. */
const OF_LISTS = [TTL_ATTRIBUTE, 'eventTypes', 'st', 'marks'] as const;
/** All rows of a project belong to one customer. An entry names the customer, so that no row has to be read for it. */
const OWNER = 'customerUuid';
const OF_NAMES = ['nL', 'nT'] as const;

/**
 * All indexes are sparse.
 * `all`, `customer` and `project` serve lists, share their sort key and have whole rows (`columns` is absent). Roles
 * that end are in `all` too, sorted by their end.
 * The others are narrow: a write that changes none of their attributes costs nothing there. Their readers then read the
 * rows themselves.
 * `allRefs`, `customerRefs` and `projectRefs` serve lists of often written records (nodes and events), and lists by
 * state.
 * `allNames`, `customerNames` and `projectNames` serve searches by name, in the same partitions. Their attribute names
 * have two letters: a search for part of a name reads the whole list, and one call of the database reads 1 MB.
 * `matches` finds the records that one value belongs to. `lookup` finds nodes by uuid, grants by scope, rows of the
 * outbox, and memberships that wait for their provider's Keycloak.
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
/** Attributes of the index in addition to keys; undefined if it has whole rows. */
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
/** Indexes of the table of events, for the lists of events and of clusters' events. */
export const AUDIT_INDEX_NAMES = [
  'allRefs',
  'customerRefs',
  'projectRefs',
  'lookup',
] as const satisfies readonly IndexName[];
