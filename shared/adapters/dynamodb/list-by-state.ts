import { z } from 'zod';
import type { RecordBase } from '../../domain/record.ts';
import type { Page, PageRequest, Scope } from '../../ports/store.ts';
import type { Key } from './keys.ts';
import { type Kind, stateIndex, statePartition } from './kind.ts';
import { countRows, entriesOf, getRow, getRows } from './read-rows.ts';
import { covers, type ListScope, partitionsOf } from './scope-partitions.ts';
import type { Row, Table } from './table.ts';

/** So many are read and counted at once; where there are more, the database counts them. */
const COUNTED = 200;

type Entry = Key & { listSk: string };
const entry = z.object({ pk: z.string(), sk: z.string(), listSk: z.string() });
type Reading = { place: ListScope; partition: string; entries: Entry[]; total: number };

async function readEntries(
  table: Table,
  name: Kind<never>['name'],
  place: ListScope,
  { state, wanted }: { state: string; wanted: number },
): Promise<Reading> {
  const partition = statePartition(place.scope, name, state);
  const query = { partition, index: stateIndex(place.index), newestFirst: true };
  const limit = Math.max(wanted, COUNTED);
  for await (const found of entriesOf(table, { ...query, limit })) {
    const entries = found.map((row) => entry.parse(row));
    const total = entries.length < limit ? entries.length : await countRows(table, query);
    return { place, partition, entries, total };
  }
  return { place, partition, entries: [], total: 0 };
}

const keyOf = ({ pk, sk }: Entry): Key => ({ pk, sk });
const nameOf = ({ pk, sk }: Key | Row): string => `${pk} ${sk}`;

/** A project's customer is not known before one of its rows has been read; the other partitions are the scope's by their keys. */
async function isCovered<T extends RecordBase>(table: Table, kind: Kind<T>, scope: Scope, reading: Reading) {
  const [first] = reading.entries;
  if (reading.place.index !== 'project' || first === undefined) return true;
  const row = await getRow(table, keyOf(first));
  return row !== undefined && covers(scope, kind.placeOf(kind.schema.parse(row)));
}

/** Rows of entries that are still what the index says: it follows the table. */
async function rowsOfEntries(table: Table, readings: readonly Reading[], page: readonly Entry[]): Promise<Row[]> {
  const found = new Map((await getRows(table, page.map(keyOf))).map((row) => [nameOf(row), row]));
  const partitions = new Set(readings.map(({ partition }) => partition));
  return page.flatMap((it) => {
    const row = found.get(nameOf(it));
    const isThere = [row?.allRef, row?.customerRef, row?.projectRef].some((ref) => partitions.has(String(ref)));
    return row && isThere ? [row] : [];
  });
}

/**
 * A page of the records in a state, newest first: one query of keys for each partition, one batch read for each 100 rows, and, where
 * there are more than some hundred, counting by the database, a call for each megabyte of keys.
 */
export async function listByState<T extends RecordBase>(
  table: Table,
  kind: Kind<T>,
  scope: Scope & { state: string },
  { page, pageSize }: PageRequest,
): Promise<Page<T>> {
  const asked = { state: scope.state, wanted: page * pageSize };
  const places = partitionsOf(kind, scope);
  const readings = await Promise.all(places.map((place) => readEntries(table, kind.name, place, asked)));
  const covered = await Promise.all(readings.map((reading) => isCovered(table, kind, scope, reading)));
  const mine = readings.filter((_, index) => covered[index]);
  const entries = mine.flatMap((reading) => reading.entries).sort((a, b) => (a.listSk < b.listSk ? 1 : -1));
  const rows = await rowsOfEntries(table, mine, entries.slice((page - 1) * pageSize, page * pageSize));
  return {
    items: rows.map((row) => kind.schema.parse(row)),
    total: mine.reduce((sum, { total }) => sum + total, 0),
  };
}
