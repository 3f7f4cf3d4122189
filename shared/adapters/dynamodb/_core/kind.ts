import type { z } from 'zod';
import { type IndexName, TABLE_INDEXES } from '#shared/contracts/table';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import { Conflict, VersionConflict } from '#shared/errors';
import {
  ALL,
  ageKey,
  customerScope,
  type Key,
  type KindName,
  type LookupKey,
  listPartition,
  projectScope,
} from './keys.ts';
import { filterColumns, groupOf, type KindFilters, stateColumns } from './kind-filters.ts';
import type { Count } from './planned-write.ts';
import type { Row } from './table.ts';

export type ScopeName = 'customer' | 'project';
export type PlaceOfRow = { customerUuid?: Uuid | undefined; projectUuid?: Uuid | undefined };

/** How the table keeps one kind of record. */
export type Kind<T extends RecordBase> = {
  readonly name: KindName;
  /** Waldur's model name, for messages. */
  readonly title: string;
  readonly schema: z.ZodType<T>;
  readonly keyOf: (item: T) => Key;
  /** Lists it stands in besides the list of all. */
  readonly scopes: readonly ScopeName[];
  /** A record never moves: its lists and totals are those of the place it was made in. */
  readonly placeOf: (item: T) => PlaceOfRow;
  /** Its lists are those of the narrow indexes: for what is written often. */
  readonly isListedByRefs?: true;
  /** What its lists are filtered by in the database. */
  readonly filters?: KindFilters<T>;
  /** Of a kind whose records are several rows. */
  readonly rows?: {
    /** Sort key of the one that is beside each that lists have. */
    head: string;
    /** … and of those that are beside this one, too. */
    besideOf(main: Row): readonly string[];
    /** The record; undefined where these are not all of its rows, or not of one moment. */
    joined(rows: readonly Row[]): Row | undefined;
    /** What the one that lists have says by itself: whose it is, and what lists are filtered by. */
    alone(main: Row): Row;
  };
  /** Where it is found over the lookup index; undefined while it need not be. */
  readonly lookupOf?: (item: T) => LookupKey | undefined;
};

export const changedMeanwhile = (title: string) => () => new VersionConflict(`${title} has changed meanwhile.`);
export const existsAlready = (title: string) => () => new Conflict(`${title} with this uuid already exists.`);

/** The index that has the lists of a kind. */
export const listIndex = ({ isListedByRefs }: { isListedByRefs?: true }, index: 'all' | ScopeName): IndexName =>
  isListedByRefs ? `${index}Refs` : index;

export const stateIndex = (index: 'all' | ScopeName): IndexName => `${index}Refs`;
/** A list of the records in one group of states. */
export const statePartition = (scope: string, name: KindName, group: string): string =>
  `${listPartition(scope, name)}#${group}`;

type Listed = { index: 'all' | ScopeName; scope: string };

function scopesOf<T extends RecordBase>(kind: Kind<T>, item: T): Listed[] {
  const { customerUuid, projectUuid } = kind.placeOf(item);
  const scopes: Listed[] = [{ index: 'all', scope: ALL }];
  if (customerUuid && kind.scopes.includes('customer')) {
    scopes.push({ index: 'customer', scope: customerScope(customerUuid) });
  }
  if (projectUuid && kind.scopes.includes('project')) {
    scopes.push({ index: 'project', scope: projectScope(projectUuid) });
  }
  return scopes;
}

/** Its place in the lists by state, for kinds that have them. */
function stateLists<T extends RecordBase>(kind: Kind<T>, item: T, scopes: readonly Listed[]): Row {
  const group = kind.filters && groupOf(kind.filters, item);
  if (group === undefined) return {};
  const lists = scopes.map(({ index, scope }) => [
    TABLE_INDEXES[stateIndex(index)].partitionKey,
    statePartition(scope, kind.name, group),
  ]);
  return { ...Object.fromEntries(lists), ...(kind.filters && stateColumns(kind.filters, item)) };
}

export function rowOf<T extends RecordBase>(kind: Kind<T>, item: T): Row {
  const scopes = scopesOf(kind, item);
  const listColumns = scopes.map(({ index, scope }) => [
    TABLE_INDEXES[listIndex(kind, index)].partitionKey,
    listPartition(scope, kind.name),
  ]);
  return {
    ...item,
    ...kind.keyOf(item),
    kind: kind.name,
    ...Object.fromEntries(listColumns),
    ...stateLists(kind, item, scopes),
    ...(kind.filters && filterColumns(kind.name, kind.filters, item)),
    listSk: ageKey(item),
    ...kind.lookupOf?.(item),
  };
}

/** A list's row, as far as it says by itself. */
export const listedOf = <T extends RecordBase>({ rows, schema }: Kind<T>, row: Row): T =>
  schema.parse(rows ? rows.alone(row) : row);

/** The totals that one record more (`by` 1) or less (-1) changes. */
export function countsOf<T extends RecordBase>(kind: Kind<T>, item: T, by: 1 | -1): Count[] {
  return scopesOf(kind, item).map(({ scope }) => ({ scope, kind: kind.name, by }));
}
