import type { RecordBase } from '#shared/domain/_core/record';
import type { Key } from './keys.ts';
import type { Kind } from './kind.ts';
import { getRows, rowsOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';

/** Whole records are cached under a sort key that no row has. */
export const wholeKey = ({ pk }: Pick<Key, 'pk'>): Key => ({ pk, sk: 'WHOLE' });
const pkOf = ({ pk }: Row): string => String(pk);

/** A reader of several rows may see a transaction half; it is whole within milliseconds. */
const READS = 5;

/**
 * A record by its key, strongly consistent: all rows by one query. An incomplete record is returned as it is, and its
 * schema refuses it.
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

/** A record that does not match what was read is read again: an index follows the table, and a batch is not atomic. */
async function whole<T extends RecordBase>(table: Table, kind: Kind<T> & { rows: RowsOf }, main: Row, read: Row[]) {
  const key = { pk: pkOf(main), sk: String(main.sk) };
  const record = kind.rows.joined([main, ...read]);
  if (record) table.seen.remember({ ...record, ...wholeKey(key) });
  return record ?? readWhole(table, kind, key);
}

/**
 * The records of rows from an index, in their order, with rows of other keys: one call for a hundred keys. Records that
 * are gone are left out.
 * @param heads heads of the records, if they were read
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
 * Records by their keys, in no order, without those that are gone. One call for a hundred keys, of which a record of
 * several rows needs two; one more call when any has more rows.
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
