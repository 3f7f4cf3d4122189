import { z } from 'zod';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Page, PageRequest, Scope } from '#shared/ports/store';
import { totalKeys, totalsIn } from '../counters/counters.ts';
import { listPartition } from '../keys.ts';
import { type Kind, listedOf, listIndex } from '../kind.ts';
import { getRows, pagesOf } from '../read-rows.ts';
import { covers, type ListScope, partitionsOf } from '../scope-partitions.ts';
import type { Row, Table } from '../table.ts';
import { wholeRows } from '../whole-rows.ts';
import { firstEntries, inBatches, inOrder, recordsIn, rowsOfEntries } from './list-entries.ts';
import { listFiltered } from './list-filtered.ts';

/**
 * A page of records, newest first, for kinds whose list indexes contain only keys. One query for each partition reads
 * the keys. Then batch reads of 100 keys read the page's rows and the rows with the totals.
 */
async function listByRefs<T extends RecordBase>(
  table: Table,
  kind: Kind<T>,
  scope: Scope,
  { page, pageSize }: PageRequest,
): Promise<Page<T>> {
  const readings = await inBatches(partitionsOf(kind, scope), async (place) => {
    const list = { index: listIndex(kind, place.index), partition: listPartition(place.scope, kind.name) };
    const query = { ...list, newestFirst: true };
    return { place, entries: await firstEntries(table, scope, { place, query }, page * pageSize) };
  });
  const found = readings.filter(({ entries }) => entries.length > 0);
  const entries = inOrder(found).slice((page - 1) * pageSize, page * pageSize);
  const scopes = found.map(({ place }) => place.scope);
  const rows = await rowsOfEntries(table, entries, totalKeys(scopes));
  const totals = totalsIn(
    rows.filter(({ sk }) => sk === 'COUNTER'),
    kind.name,
  );
  return {
    items: recordsIn(rows, kind, entries).filter((item) => covers(scope, kind.placeOf(item))),
    total: scopes.reduce((sum, one) => sum + totals(one), 0),
  };
}

type Matches<T> = (item: T) => boolean;
/** The newest rows of one partition. With a filter, `matched` counts all rows that pass the filter. */
type Reading = { readonly rows: readonly Row[]; readonly matched: number };
type Request<T extends RecordBase> = { kind: Kind<T>; scope: Scope; wanted: number; matches?: Matches<T> | undefined };

async function readPartition<T extends RecordBase>(
  table: Table,
  { kind, wanted, matches }: Request<T>,
  { index, scope }: ListScope,
): Promise<Reading> {
  const rows: Row[] = [];
  let matched = 0;
  const list = { partition: listPartition(scope, kind.name), index: listIndex(kind, index) };
  const query = { ...list, newestFirst: true, ...(!matches && { limit: wanted }) };
  for await (const page of pagesOf(table, query)) {
    const fitting = matches ? page.filter((row) => matches(listedOf(kind, row))) : page;
    matched += fitting.length;
    rows.push(...fitting.slice(0, wanted - rows.length));
    if (!matches && rows.length >= wanted) break;
  }
  return { rows, matched };
}

/**
 * Whether the caller's scope includes the customer of this partition. If it does not, the partition counts as empty.
 */
function isCovered<T extends RecordBase>({ kind, scope }: Request<T>, { rows: [first] }: Reading): boolean {
  return first !== undefined && covers(scope, kind.placeOf(listedOf(kind, first)));
}

const listed = z.looseObject({ listSk: z.string() });

function newest(readings: readonly Reading[], { page, pageSize }: PageRequest): Row[] {
  const rows = readings.flatMap((reading) => reading.rows).map((row) => listed.parse(row));
  rows.sort((a, b) => (a.listSk < b.listSk ? 1 : -1));
  return rows.slice((page - 1) * pageSize, page * pageSize);
}

/**
 * A page of the records in a scope, newest first. Without `matches`, one query for each partition reads at most page ×
 * pageSize rows. Batch reads then fetch the stored totals and the remaining rows of the page's records. With `matches`,
 * all rows of the scope are read and counted. The cost then grows with the number of records.
 */
export async function listPage<T extends RecordBase>(
  table: Table,
  kind: Kind<T>,
  scope: Scope,
  page: PageRequest,
  matches?: Matches<T>,
): Promise<Page<T>> {
  const { where } = scope;
  if (where !== undefined) return listFiltered(table, kind, { scope: { ...scope, where }, page, matches });
  if (kind.isListedByRefs && matches === undefined) return listByRefs(table, kind, scope, page);
  const partitions = partitionsOf(kind, scope);
  const request = { kind, scope, wanted: page.page * page.pageSize, matches };
  const totalsAt = matches ? [] : totalKeys(partitions.map((partition) => partition.scope));
  const isAtOnce = kind.rows === undefined;
  const [early, readings] = await Promise.all([
    isAtOnce ? getRows(table, totalsAt) : [],
    inBatches(partitions, async (partition) => ({
      partition,
      reading: await readPartition(table, request, partition),
    })),
  ]);
  const covered = readings.filter(({ reading }) => isCovered(request, reading));
  const found = newest(
    covered.map(({ reading }) => reading),
    page,
  );
  const { rows, others } = await wholeRows(table, kind, found, { others: isAtOnce ? [] : totalsAt });
  const totals = totalsIn([...early, ...others], kind.name);
  return {
    items: rows.map((row) => kind.schema.parse(row)),
    total: covered.reduce(
      (sum, { partition, reading }) => sum + (matches ? reading.matched : totals(partition.scope)),
      0,
    ),
  };
}
