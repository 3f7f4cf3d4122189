import type { RecordBase } from '#shared/domain/_core/record';
import type { Page, PageRequest, Scope } from '#shared/ports/store';
import { totalKeys, totalsIn } from '../counters/counters.ts';
import { inBatches } from '../in-batches.ts';
import { listPartition } from '../keys.ts';
import { type Kind, listIndex } from '../kind.ts';
import { covers, partitionsOf } from '../scope-partitions.ts';
import type { Table } from '../table.ts';
import { firstEntries, inOrder, recordsIn, rowsOfEntries } from './list-entries.ts';

/**
 * A page of records whose lists are narrow, newest first: a query of keys for each partition, then one batch read of the page's rows
 * and of the kept totals, a call for each hundred.
 */
export async function listByRefs<T extends RecordBase>(
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
