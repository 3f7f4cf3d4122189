import type { IndexName } from '#shared/contracts/table';
import type { RecordBase } from '#shared/domain/_core/record';
import type { RecordFilters } from '#shared/domain/_core/record-filters';
import type { Page, PageRequest, Scope, Where } from '#shared/ports/store';
import { listPartition, recordKey } from '../keys.ts';
import { type Kind, stateIndex, statePartition } from '../kind.ts';
import { holds, markOf, matchPartition, NAME_EXACT, NAME_PART, namesIndex } from '../kind-filters.ts';
import { covers, partitionsOf } from '../scope-partitions.ts';
import type { Table } from '../table.ts';
import type { Condition } from '../write-rows.ts';
import { type Entry, type EntryList, inBatches, inOrder, readEntries, recordsBehind } from './list-entries.ts';

/** Minimum number of rows that are read from an index for a list. Further rows are only counted. */
const COUNTED = 200;
/** How many records are read at once when the filter has to be checked in each record. */
const LOOKED_AT = 300;

type Filtered = Scope & { where: Where };
/** Which lists of an index to read. If `isExact`, every row in these lists matches all filters. */
type Way = {
  readonly lists: readonly EntryList[];
  /** Lists to read if `lists` have no entries. */
  readonly otherwise?: readonly EntryList[];
  readonly isExact: boolean;
};
type Request<T> = { scope: Filtered; page: PageRequest; matches?: ((item: T) => boolean) | undefined };

const only = (where: Where, ...filters: readonly string[]): boolean =>
  Object.keys(where).every((filter) => filters.includes(filter));

/**
 * Condition that at least one of the values passes the test. `key` makes the placeholders of this condition differ from
 * the placeholders of other conditions.
 */
function anyOf(
  column: string,
  test: (name: string, value: string) => string,
  values: readonly string[],
  key = column,
): Condition {
  return {
    expression: `(${values.map((_, at) => test(`#${column}`, `:${key}${at}`)).join(' OR ')})`,
    names: { [`#${column}`]: column },
    values: Object.fromEntries(values.map((value, at) => [`:${key}${at}`, value])),
  };
}
const contains = (column: string, value: string): string => `contains(${column}, ${value})`;
const equals = (column: string, value: string): string => `${column} = ${value}`;

const everyOf = (conditions: readonly Condition[]): Condition | undefined =>
  conditions.length === 0
    ? undefined
    : {
        expression: conditions.map(({ expression }) => expression).join(' AND '),
        names: Object.assign({}, ...conditions.map(({ names }) => names)),
        values: Object.assign({}, ...conditions.map(({ values }) => values)),
      };

/**
 * Finds rows of the index by name. The index is sorted by name, so the newest rows are known only after all matching
 * rows are read.
 */
function byName<T extends RecordBase>(kind: Kind<T>, scope: Filtered): Way {
  const { [NAME_EXACT]: [exact] = [], [NAME_PART]: parts } = scope.where;
  const query = {
    ...(exact !== undefined && { range: { from: exact, to: exact } }),
    ...(parts && { filter: anyOf('nL', contains, parts) }),
  };
  const lists = partitionsOf(kind, scope).map((place) => ({
    place,
    query: {
      ...query,
      index: namesIndex(place.index),
      partition: listPartition(place.scope, kind.name),
      columns: ['pk', 'sk', 'nT', ...(place.index === 'project' ? ['customerUuid'] : [])],
    },
  }));
  return { lists, isExact: only(scope.where, NAME_EXACT, NAME_PART) };
}

type States<T> = NonNullable<RecordFilters<T>['states']>;

function marksAsked<T>({ marks }: States<T>, where: Where): Condition[] {
  return Object.keys(marks).flatMap((filter, at) => {
    const values = where[filter]?.map((value) => markOf(filter, value));
    return values === undefined ? [] : [anyOf('marks', contains, values, `mark${at}x`)];
  });
}

/**
 * Finds rows of the index by state and by flags (`marks`), newest first. Each group of states has its own list. Only
 * lists whose group contains a requested state are read.
 */
function byState<T extends RecordBase>(kind: Kind<T>, states: States<T>, scope: Filtered, wanted: number): Way {
  const { state: asked } = scope.where;
  const marks = marksAsked(states, scope.where);
  const groups = Object.entries(states.groups).filter(([, group]) => !asked || group.some((it) => asked.includes(it)));
  const lists = partitionsOf(kind, scope).flatMap((place) =>
    groups.map(([name, group]) => {
      const some = asked && !group.every((it) => asked.includes(it)) ? [anyOf('st', equals, asked)] : [];
      const filter = everyOf([...some, ...marks]);
      return {
        place,
        query: {
          index: stateIndex(place.index),
          partition: statePartition(place.scope, kind.name, name),
          newestFirst: true,
          ...(filter && { filter }),
          ...(some.length === 0 && { limit: Math.max(wanted, COUNTED) }),
        },
      };
    }),
  );
  return { lists, isExact: only(scope.where, 'state', ...Object.keys(states.marks)) };
}

/**
 * Finds rows of the index by a value that only a few records have. If the index `matches` has no row with this value,
 * the index `lookup` is queried for the value.
 */
function byMatch<T extends RecordBase>({ name, lookupOf }: Kind<T>, values: readonly string[]): Way {
  const lists = (index: IndexName) =>
    values.map((value) => ({ query: { index, partition: matchPartition(name, value) } }));
  return { lists: lists('matches'), ...(lookupOf && { otherwise: lists('lookup') }), isExact: false };
}

function wayTo<T extends RecordBase>(kind: Kind<T>, scope: Filtered, wanted: number): Way {
  const { filters: { match, name, states } = {} } = kind;
  const values = Object.keys(match?.filters ?? {}).flatMap((filter) => scope.where[filter] ?? []);
  if (values.length > 0) return byMatch(kind, values);
  if (name && (scope.where[NAME_EXACT] ?? scope.where[NAME_PART])) return byName(kind, scope);
  if (states) return byState(kind, states, scope, wanted);
  throw new Error(`${kind.title} has no index for ${Object.keys(scope.where).join()}`);
}

const isMeant =
  <T extends RecordBase>(kind: Kind<T>, { scope, matches }: Request<T>) =>
  (item: T): boolean =>
    covers(scope, kind.placeOf(item)) &&
    (kind.filters === undefined || holds(kind.filters, scope.where, item)) &&
    (matches?.(item) ?? true);

/** Reads the record of each entry of the index, and checks the filters on the records. */
async function scanThrough<T extends RecordBase>(
  table: Table,
  kind: Kind<T>,
  request: Request<T>,
  entries: readonly Entry[],
): Promise<Page<T>> {
  const { page, pageSize } = request.page;
  const found: T[] = [];
  for (let start = 0; start < entries.length; start += LOOKED_AT) {
    const items = await recordsBehind(table, kind, entries.slice(start, start + LOOKED_AT));
    found.push(...items.filter(isMeant(kind, request)));
  }
  return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
}

/**
 * A page of a filtered list, newest first (docs/decisions/0048-filters-have-narrow-indexes.md). One query for each list
 * reads keys. Then one batch read for each 100 keys reads the rows of the page. If the index cannot decide a filter,
 * the filter is checked on the records.
 */
export async function listFiltered<T extends RecordBase>(
  table: Table,
  kind: Kind<T>,
  request: Request<T>,
): Promise<Page<T>> {
  const { scope, matches } = request;
  const { page, pageSize } = request.page;
  const { uuid } = scope.where;
  if (uuid) {
    const own = uuid.map((one) => ({ ...recordKey(kind.name, one), age: '' }));
    return scanThrough(table, kind, request, own);
  }
  const { lists, otherwise = [], isExact } = wayTo(kind, scope, page * pageSize);
  const isWhole = isExact && matches === undefined;
  const read = (some: readonly EntryList[]) =>
    inBatches(some, (list) => readEntries(table, scope, list, isWhole ? page * pageSize : undefined));
  const first = await read(lists);
  const readings = first.some(({ total }) => total > 0) ? first : await read(otherwise);
  const entries = inOrder(readings);
  if (!isWhole) return scanThrough(table, kind, request, entries);
  const items = await recordsBehind(table, kind, entries.slice((page - 1) * pageSize, page * pageSize));
  return {
    items: items.filter(isMeant(kind, request)),
    total: readings.reduce((sum, { total }) => sum + total, 0),
  };
}
