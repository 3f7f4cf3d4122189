/** The tables: names that the construct which makes them and the adapter which reads them must agree on. */
export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** Seconds since the epoch; DynamoDB removes such a row within days, so readers leave expired ones out themselves. */
export const TTL_ATTRIBUTE = 'expiresAtSeconds';

/** Value of `kind` on a row that waits for its state machine: what the stream's filter lets through. */
export const OUTBOX_KIND = 'OUTBOX';

/** Value of `kind` on the row of an event, and what its key begins with: it is written once, into a table of its own. */
export const AUDIT_KIND = 'AUDIT';
export const AUDIT_PREFIX = 'AUDIT#';
/** Such a row is kept for a year and a month, so that a year can be looked back on when it is over. */
export const DEFAULT_RETENTION_DAYS = 400;

/** What a narrow index may have beside keys: what its entries are filtered by. */
const OF_LISTS = [TTL_ATTRIBUTE, 'eventTypes', 'st', 'marks'] as const;
/** All rows of a project are one customer's: an entry says whose, so that no row has to be read for it. */
const WHOSE = 'customerUuid';
const OF_NAMES = ['nL', 'nT'] as const;

/**
 * All indexes are sparse. `all`, `customer` and `project` serve lists, share their sort key and project whole rows (`columns` is absent);
 * roles that end stand in `all`, too, by their end. The others are narrow, so that a write that moves nothing costs nothing there, and
 * who reads them reads the rows behind. `allRefs`, `customerRefs` and `projectRefs` have the lists of what is written often, nodes and
 * events, and the lists by state. `allNames`, `customerNames` and `projectNames` have what is looked for by its name, in the partitions of the first three:
 * attributes of two letters, since a search for a part of a name reads the whole list, and the database reads 1 MB in a call. `matches` finds what one
 * value belongs to. `lookup` finds nodes by uuid, grants by scope, what the outbox still holds, and memberships that wait for
 * their provider's Keycloak.
 */
export const TABLE_INDEXES = {
  all: { partitionKey: 'allPk', sortKey: 'listSk' },
  customer: { partitionKey: 'customerPk', sortKey: 'listSk' },
  project: { partitionKey: 'projectPk', sortKey: 'listSk' },
  allRefs: { partitionKey: 'allRef', sortKey: 'listSk', columns: OF_LISTS },
  customerRefs: { partitionKey: 'customerRef', sortKey: 'listSk', columns: OF_LISTS },
  projectRefs: { partitionKey: 'projectRef', sortKey: 'listSk', columns: [...OF_LISTS, WHOSE] },
  allNames: { partitionKey: 'allPk', sortKey: 'nS', columns: OF_NAMES },
  customerNames: { partitionKey: 'customerPk', sortKey: 'nS', columns: OF_NAMES },
  projectNames: { partitionKey: 'projectPk', sortKey: 'nS', columns: [...OF_NAMES, WHOSE] },
  matches: { partitionKey: 'matchPk', sortKey: 'listSk', columns: [TTL_ATTRIBUTE] },
  lookup: { partitionKey: 'lookupPk', sortKey: 'lookupSk', columns: [TTL_ATTRIBUTE, 'eventTypes'] },
} as const;
export type IndexName = keyof typeof TABLE_INDEXES;
/** What the index has beside keys; undefined for one that has whole rows. */
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
/** Those of the table of events, in whose lists and clusters' lists they stand. */
export const AUDIT_INDEX_NAMES = [
  'allRefs',
  'customerRefs',
  'projectRefs',
  'lookup',
] as const satisfies readonly IndexName[];
