/**
 * Names of the tables' keys. The CDK construct that makes the tables and the adapter that reads them share these names.
 */
export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/**
 * Attribute with the expiry time, in seconds since 1970. DynamoDB can take days to remove an expired row, so readers
 * skip expired rows.
 */
export const TTL_ATTRIBUTE = 'expiresAtSeconds';

/**
 * The `kind` of an outbox row. Such a row waits until its state machine is started. The filter of the table's stream
 * selects these rows.
 */
export const OUTBOX_KIND = 'OUTBOX';

/** The `kind` of the row of an event, and the prefix of the row's key. Each event is one row in the table of events. */
export const AUDIT_KIND = 'AUDIT';
export const AUDIT_PREFIX = 'AUDIT#';
/** Events are kept for 400 days, so that the events of a whole year can be read until a month after the year's end. */
export const DEFAULT_RETENTION_DAYS = 400;

/**
 * The attributes that an index for lists contains besides the keys, if the index does not contain whole rows. Readers
 * filter by these attributes.
 */
const OF_LISTS = [TTL_ATTRIBUTE, 'eventTypes', 'st', 'marks'] as const;
/**
 * Attribute with the uuid of a row's customer. Indexes by project contain this attribute, so that readers know the
 * customer without reading the whole row.
 */
const OWNER = 'customerUuid';
const OF_NAMES = ['nL', 'nT'] as const;

/**
 * All indexes are sparse: an index has only the rows that have its keys. An index without `columns` contains whole
 * rows. An index with `columns` contains only the keys of a row and the attributes in `columns`. A write that changes
 * other attributes costs nothing in such an index, but readers must read the other attributes from the table.
 */
export const TABLE_INDEXES = {
  // Indexes for lists. `all` also has a list of the roles that expire, sorted by the time when they expire.
  all: { partitionKey: 'allPk', sortKey: 'listSk' },
  customer: { partitionKey: 'customerPk', sortKey: 'listSk' },
  project: { partitionKey: 'projectPk', sortKey: 'listSk' },
  // Indexes for lists by state, and for lists of records that are often written (nodes and events).
  allRefs: { partitionKey: 'allRef', sortKey: 'listSk', columns: OF_LISTS },
  customerRefs: { partitionKey: 'customerRef', sortKey: 'listSk', columns: OF_LISTS },
  projectRefs: { partitionKey: 'projectRef', sortKey: 'listSk', columns: [...OF_LISTS, OWNER] },
  // Indexes for searches by name. A search for a part of a name reads a whole list, in calls of 1 MB each. The names of
  // the attributes are short, so that such a search reads less.
  allNames: { partitionKey: 'allPk', sortKey: 'nS', columns: OF_NAMES },
  customerNames: { partitionKey: 'customerPk', sortKey: 'nS', columns: OF_NAMES },
  projectNames: { partitionKey: 'projectPk', sortKey: 'nS', columns: [...OF_NAMES, OWNER] },
  // Index for filters of lists. Its partition key contains the value of a field.
  matches: { partitionKey: 'matchPk', sortKey: 'listSk', columns: [TTL_ATTRIBUTE] },
  // Index of several kinds of rows: nodes by uuid, grants by scope, the outbox, and memberships that wait for their
  // provider's Keycloak.
  lookup: { partitionKey: 'lookupPk', sortKey: 'lookupSk', columns: [TTL_ATTRIBUTE, 'eventTypes'] },
} as const;
export type IndexName = keyof typeof TABLE_INDEXES;
/** The attributes of an index in addition to its keys. Undefined if the index contains whole rows. */
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
/**
 * Indexes of the table of events, for lists of all events, and for lists of the events of one customer, project or
 * cluster.
 */
export const AUDIT_INDEX_NAMES = [
  'allRefs',
  'customerRefs',
  'projectRefs',
  'lookup',
] as const satisfies readonly IndexName[];
