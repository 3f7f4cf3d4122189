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

/** How the table stores one kind of record: its declaration, and where its rows are. */
export type Kind<T extends RecordBase> = RecordKind<T, KindName> & {
  readonly keyOf: (item: T) => Key;
  /** For a kind with several rows for each record. */
  readonly rows?: {
    /** Sort key of the head, beside the row for lists. */
    head: string;
    /** Sort keys of further rows beside this one. */
    besideOf(main: Row): readonly string[];
    /** Rebuilds the record. Undefined when rows are missing or of different transactions. */
    joined(rows: readonly Row[]): Row | undefined;
    /** What the row for lists has by itself: enough for visibility and filters. */
    alone(main: Row): Row;
  };
  /** Its key in the lookup index. Undefined while it needs none. */
  readonly lookupOf?: (item: T) => LookupKey | undefined;
};

/** Where rows of a kind are, if not in the usual place. */
type Place<T extends RecordBase> = Pick<Partial<Kind<T>>, 'keyOf' | 'rows' | 'lookupOf'>;

/** By default a record has its own partition, and is in its owner's list. `place` changes that. */
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

/** The index with the lists of a kind. */
export const listIndex = ({ isListedByRefs }: { isListedByRefs?: true }, index: 'all' | ListName): IndexName =>
  isListedByRefs ? `${index}Refs` : index;

export const stateIndex = (index: 'all' | ListName): IndexName => `${index}Refs`;
/** A list of the records in one group of states. */
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

/** What a list's row has by itself. */
export const listedOf = <T extends RecordBase>({ rows, schema }: Kind<T>, row: Row): T =>
  schema.parse(rows ? rows.alone(row) : row);

/** The totals that one record more (`by` 1) or less (-1) changes. */
export function countsOf<T extends RecordBase>(kind: Kind<T>, item: T, by: 1 | -1): Count[] {
  return scopesOf(kind, item).map(({ scope }) => ({ scope, kind: kind.name, by }));
}
