import { z } from 'zod';
import type { RecordPlace } from '#shared/domain/_core/define-record';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Scope } from '#shared/ports/store';
import type { Key } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { countFrom, entriesOf, getRows, type PartitionQuery } from '../read-rows.ts';
import { covers } from '../scope-partitions.ts';
import type { Row, Table } from '../table.ts';
import { recordsAt } from '../whole-rows.ts';

/**
 * A list in an index. An entry of the list has the keys of a row and few other columns. `place` is the customer or
 * project of all entries. Without `place`, the entries may belong to any customer, so the row of each entry is checked.
 */
export type EntryList = { readonly query: PartitionQuery; readonly place?: RecordPlace };
/** The key and the age of one row, from an index. Entries are sorted by age. */
export type Entry = Key & { readonly age: string };
export type Entries = { readonly entries: readonly Entry[]; readonly total: number };

const entryRow = z.object({
  pk: z.string(),
  sk: z.string(),
  listSk: z.string().optional(),
  lookupSk: z.string().optional(),
  nT: z.string().optional(),
  customerUuid: z.string().optional(),
  projectUuid: z.string().optional(),
});
type EntryRow = z.infer<typeof entryRow>;

const ageOf = ({ listSk, lookupSk, nT, pk }: EntryRow): string =>
  nT === undefined ? (listSk ?? lookupSk ?? '') : `${nT}#${pk}`;
const toEntry = (row: EntryRow): Entry => ({ pk: row.pk, sk: row.sk, age: ageOf(row) });
const NONE: Entries = { entries: [], total: 0 };

/**
 * Whether the caller must not see this list. All entries of a project's list have the same customer, so the first entry
 * is enough to decide.
 */
const isForeign = (scope: Scope, { place }: EntryList, [first]: readonly EntryRow[]): boolean =>
  place !== undefined && first !== undefined && !covers(scope, { ...first, ...place });

/**
 * Reads the entries of one list. With `wanted`, reading stops after at least `wanted` entries, and the database only
 * counts the remaining entries. A count takes one call for each megabyte.
 */
export async function readEntries(
  table: Table,
  scope: Scope,
  list: EntryList,
  wanted = Number.POSITIVE_INFINITY,
): Promise<Entries> {
  const found: EntryRow[] = [];
  const { limit: _, ...further } = list.query;
  const first = wanted === Number.POSITIVE_INFINITY ? further : list.query;
  for await (const { rows, next } of entriesOf(table, first, further)) {
    found.push(...rows.map((row) => entryRow.parse(row)));
    if (isForeign(scope, list, found)) return NONE;
    if (next === undefined || found.length < wanted) continue;
    return { entries: found.map(toEntry), total: found.length + (await countFrom(table, further, next)) };
  }
  return { entries: found.map(toEntry), total: found.length };
}

/** Reads entries from the start of one list until at least `wanted` entries are read. */
export async function firstEntries(
  table: Table,
  scope: Scope,
  list: EntryList,
  wanted: number,
): Promise<readonly Entry[]> {
  const found: EntryRow[] = [];
  for await (const { rows } of entriesOf(table, { ...list.query, limit: wanted })) {
    found.push(...rows.map((row) => entryRow.parse(row)));
    if (isForeign(scope, list, found)) return [];
    if (found.length >= wanted) break;
  }
  return found.map(toEntry);
}

/** Merges the entries of several lists, newest first. */
export const inOrder = (readings: readonly Pick<Entries, 'entries'>[]): Entry[] =>
  readings.flatMap(({ entries }) => entries).sort((a, b) => (a.age < b.age ? 1 : -1));

const nameOf = ({ pk, sk }: Key | Row): string => `${pk} ${sk}`;
const keyOf = ({ pk, sk }: Entry): Key => ({ pk, sk });

/**
 * Parses the records of these entries from their rows, in the order of the entries. Entries without a row are left out.
 */
export function recordsIn<T extends RecordBase>(rows: readonly Row[], kind: Kind<T>, entries: readonly Entry[]): T[] {
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return entries.flatMap((entry) => {
    const row = found.get(nameOf(entry));
    return row === undefined ? [] : [kind.schema.parse(row)];
  });
}

/** Reads the rows of the entries, and the rows with the keys in `also`, with one batch read for each 100 rows. */
export const rowsOfEntries = (table: Table, entries: readonly Entry[], also: readonly Key[] = []): Promise<Row[]> =>
  getRows(table, [...also, ...entries.map(keyOf)]);

/** Reads the records of the entries, with one batch read for each 100 rows. */
export const recordsBehind = async <T extends RecordBase>(
  table: Table,
  kind: Kind<T>,
  entries: readonly Entry[],
): Promise<T[]> => recordsIn(await recordsAt(table, kind, entries.map(keyOf)), kind, entries);

/** Maximum number of parallel queries for a caller with many projects. */
const PARALLEL_READS = 10;

/** Reads the items in batches, so that not all reads run at once. The results have the order of the items. */
export async function inBatches<A, B>(items: readonly A[], read: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (let start = 0; start < items.length; start += PARALLEL_READS) {
    results.push(...(await Promise.all(items.slice(start, start + PARALLEL_READS).map(read))));
  }
  return results;
}
