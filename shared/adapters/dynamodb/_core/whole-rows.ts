import type { RecordBase } from '#shared/domain/_core/record';
import type { Key } from './keys.ts';
import type { Kind } from './kind.ts';
import { getRows, rowsOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';

/**
 * Key of a whole record in the cache. No stored row has this sort key, so the key differs from the keys of all cached
 * rows.
 */
export const wholeKey = ({ pk }: Pick<Key, 'pk'>): Key => ({ pk, sk: 'WHOLE' });
const pkOf = ({ pk }: Row): string => String(pk);

/**
 * Maximum number of reads of an incomplete record. A query may read the rows in the middle of a transaction, which ends
 * within milliseconds.
 */
const READS = 5;

/**
 * Reads all rows of a record by one strongly consistent query, and repeats the query while the record is incomplete. If
 * the record is still incomplete after `READS` queries, returns its first row. This row alone is not a valid record, so
 * the caller fails when it parses the row.
 */
export async function readWhole<T extends RecordBase>(table: Table, kind: Kind<T>, key: Key): Promise<Row | undefined> {
  for (let read = 1; ; read += 1) {
    const rows = await rowsOf(table, { partition: key.pk, prefix: key.sk });
    const whole = kind.rows?.joined(rows);
    if (whole) table.seen.remember({ ...whole, ...wholeKey(key) });
    if (whole || rows.length === 0 || read === READS) return whole ?? rows[0];
  }
}

type Whole = { readonly rows: Row[]; readonly others: Row[] };
type RowsOf = NonNullable<Kind<RecordBase>['rows']>;

/**
 * Joins the rows of a record. Reads all rows again if a row is missing or belongs to another version of the record.
 * Rows can be missing or outdated, because indexes lag behind the table and batch reads are not atomic.
 */
async function whole<T extends RecordBase>(table: Table, kind: Kind<T> & { rows: RowsOf }, main: Row, read: Row[]) {
  const key = { pk: pkOf(main), sk: String(main.sk) };
  const record = kind.rows.joined([main, ...read]);
  if (record) table.seen.remember({ ...record, ...wholeKey(key) });
  return record ?? readWhole(table, kind, key);
}

/**
 * Reads whole records, each of which has several rows. `found` has one row of each record, from an index. The result
 * has the order of `found`, without deleted records. The other rows are read in batches of up to a hundred keys. These
 * batches also read the rows with the keys in `others`.
 * @param heads the head rows of these records, if the caller has read them
 */
export async function wholeRows<T extends RecordBase>(
  table: Table,
  kind: Kind<T>,
  found: readonly Row[],
  { others = [], heads }: { others?: readonly Key[]; heads?: readonly Row[] } = {},
): Promise<Whole> {
  const { rows } = kind;
  if (!rows) return { rows: [...found], others: await getRows(table, others) };
  const sksOf = (row: Row) => [...(heads ? [] : [rows.head]), ...rows.besideOf(row)];
  const keys = found.flatMap((row) => sksOf(row).map((sk) => ({ pk: pkOf(row), sk })));
  const read = Map.groupBy([...(heads ?? []), ...(await getRows(table, [...others, ...keys]))], pkOf);
  const records = await Promise.all(
    found.map((row) => whole(table, { ...kind, rows }, row, read.get(pkOf(row)) ?? [])),
  );
  return {
    rows: records.filter((row) => row !== undefined),
    others: others.flatMap(({ pk }) => read.get(pk) ?? []),
  };
}

/**
 * Reads records by their keys, in an undefined order. Deleted records are left out. One batch read takes up to a
 * hundred keys. A record with several rows uses two of these keys. A second step reads its remaining rows.
 */
export async function recordsAt<T extends RecordBase>(
  table: Table,
  kind: Kind<T>,
  keys: readonly Key[],
): Promise<Row[]> {
  const { rows: { head } = {} } = kind;
  const rows = await getRows(table, head === undefined ? keys : keys.flatMap((key) => [key, { pk: key.pk, sk: head }]));
  const found = rows.filter(({ sk }) => sk !== head);
  const heads = rows.filter(({ sk }) => sk === head);
  return (await wholeRows(table, kind, found, { heads })).rows;
}
