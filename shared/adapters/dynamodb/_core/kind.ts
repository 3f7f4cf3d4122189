import { type IndexName, TABLE_INDEXES } from '#shared/contracts/table';
import type { ListName, RecordKind } from '#shared/domain/_core/define-record';
import type { RecordBase } from '#shared/domain/_core/record';
import { Conflict, VersionConflict } from '#shared/errors';
import {
  ALL,
  ageKey,
  customerScope,
  type Key,
  type KindName,
  type LookupKey,
  listOfUser,
  listPartition,
  projectScope,
  recordKey,
} from './keys.ts';
import { filterColumns, groupOf, stateColumns } from './kind-filters.ts';
import type { Count } from './planned-write.ts';
import type { Row } from './table.ts';

/** How the table stores one kind of record: the kind's declaration, and the keys of its rows. */
export type Kind<T extends RecordBase> = RecordKind<T, KindName> & {
  readonly keyOf: (item: T) => Key;
  /** How the record is divided into rows. Only for kinds whose records have several rows each. */
  readonly rows?: {
    /** Sort key of the head row of a record. Lists do not read the head row, but the main row. */
    head: string;
    /** Sort keys of the rows of a record, except the main row and the head row. */
    besideOf(main: Row): readonly string[];
    /** Joins the rows of the record. Undefined if rows are missing or their versions do not belong together. */
    joined(rows: readonly Row[]): Row | undefined;
    /**
     * Makes a record from only its main row, which is the row that lists read. This record lacks some fields. Its
     * fields are enough to decide visibility and filters.
     */
    alone(main: Row): Row;
  };
  /** The record's key in the lookup index. Undefined if the record does not have to be in this index. */
  readonly lookupOf?: (item: T) => LookupKey | undefined;
};

/** The functions that make the keys of a record's rows. A function that is left out has the default of `kindOf`. */
type Place<T extends RecordBase> = Pick<Partial<Kind<T>>, 'keyOf' | 'rows' | 'lookupOf'>;

/**
 * Adds the functions of `Place` to the declaration of a kind. By default, each record has its own partition and is in
 * the list of its owner. Functions in `place` replace these defaults.
 */
export const kindOf = <T extends RecordBase, K extends RecordKind<T, KindName>>(
  declared: K & RecordKind<T, KindName>,
  place: Place<T> = {},
): K & Kind<T> => {
  const { name, ownerOf } = declared;
  return {
    ...declared,
    keyOf: (item) => recordKey(name, item.uuid),
    ...(ownerOf && { lookupOf: (item: T) => ({ lookupPk: listOfUser(ownerOf(item), name), lookupSk: ageKey(item) }) }),
    ...place,
  };
};

export const changedMeanwhile = (title: string) => () =>
  new VersionConflict(`${title} was changed by another request.`);
export const existsAlready = (title: string) => () => new Conflict(`${title} with this uuid already exists.`);

/**
 * Name of the table index that contains a list of records of one kind. `index` says which records are in the list: all
 * records, the records of one customer, or the records of one project.
 */
export const listIndex = ({ isListedByRefs }: { isListedByRefs?: true }, index: 'all' | ListName): IndexName =>
  isListedByRefs ? `${index}Refs` : index;

export const stateIndex = (index: 'all' | ListName): IndexName => `${index}Refs`;
/** Partition of the records that are in one group of states. */
export const statePartition = (scope: string, name: KindName, group: string): string =>
  `${listPartition(scope, name)}#${group}`;

type Listed = { index: 'all' | ListName; scope: string };

function scopesOf<T extends RecordBase>(kind: Kind<T>, item: T): Listed[] {
  const { customerUuid, projectUuid } = kind.placeOf(item);
  const scopes: Listed[] = [{ index: 'all', scope: ALL }];
  if (customerUuid && kind.listedBy.includes('customer')) {
    scopes.push({ index: 'customer', scope: customerScope(customerUuid) });
  }
  if (projectUuid && kind.listedBy.includes('project')) {
    scopes.push({ index: 'project', scope: projectScope(projectUuid) });
  }
  return scopes;
}

/** Columns by which lists of one state find the record. Empty if the record is in no such list. */
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

/** Parses a record from its main row, which is the row that lists read. */
export const listedOf = <T extends RecordBase>({ rows, schema }: Kind<T>, row: Row): T =>
  schema.parse(rows ? rows.alone(row) : row);

/** Changes of the totals when this record is added (`by` 1) or removed (`by` -1). */
export function countsOf<T extends RecordBase>(kind: Kind<T>, item: T, by: 1 | -1): Count[] {
  return scopesOf(kind, item).map(({ scope }) => ({ scope, kind: kind.name, by }));
}
