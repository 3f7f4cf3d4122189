import type { IndexName } from '#shared/contracts/table';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordFilters } from '#shared/domain/_core/record-filters';
import type { Where } from '#shared/ports/repository';
import type { Row } from './table.ts';

type Scoped = 'all' | 'customer' | 'project';

export const NAME_EXACT = 'name_exact';
export const NAME_PART = 'name';
const OWN_UUID = 'uuid';

export const namesIndex = (index: Scoped): IndexName => `${index}Names`;

export const markOf = (filter: string, value: string): string => `${filter}=${value}`;
export const matchPartition = (kind: string, value: string): string => `${kind}#${value}`;

const AGE_DIGITS = 9;
/** A time as a text of fixed length. Sorting these texts as strings sorts them by time. */
const ageOf = (created: string): string => Date.parse(created).toString(36).padStart(AGE_DIGITS, '0');

type Filtered = { readonly uuid: Uuid; readonly created: string };

/** Columns for the indexes that find a record by its name. */
function nameColumns<T extends Filtered>({ name }: RecordFilters<T>, item: T): Row {
  const text = name?.(item);
  return text ? { nS: text, nL: text.toLowerCase(), nT: ageOf(item.created) } : {};
}

function matchColumns<T>(kind: string, { match }: RecordFilters<T>, item: T): Row {
  const value = match?.of(item);
  return value ? { matchPk: matchPartition(kind, value) } : {};
}

/** Index columns for filters by name and by `match`. `stateColumns` makes the columns for lists by state. */
export const filterColumns = <T extends Filtered>(kind: string, filters: RecordFilters<T>, item: T): Row => ({
  ...nameColumns(filters, item),
  ...matchColumns(kind, filters, item),
});

/** The group of states to which the record's state belongs. Each group has its own list. */
export function groupOf<T>({ states }: RecordFilters<T>, item: T): string | undefined {
  const state = states?.of(item) ?? '';
  return Object.entries(states?.groups ?? {}).find(([, group]) => group.includes(state))?.[0];
}

/** Columns by which the entries of a list are filtered: the record's state and its flags (`marks`). */
export function stateColumns<T>({ states }: RecordFilters<T>, item: T): Row {
  if (states === undefined) return {};
  const marks = Object.entries(states.marks).flatMap(([filter, of]) => {
    const value = of(item);
    return value === undefined ? [] : [markOf(filter, value)];
  });
  return { st: states.of(item), ...(marks.length > 0 && { marks }) };
}

function valuesOf<T extends Filtered>({ match, name, states }: RecordFilters<T>, filter: string, item: T) {
  if (filter === OWN_UUID) return [item.uuid];
  if (filter === NAME_EXACT && name) return [name(item)];
  if (filter === 'state' && states) return [states.of(item)];
  const mark = states?.marks[filter];
  if (mark) return [mark(item)];
  const values = match?.filters[filter]?.(item);
  if (values === undefined) throw new Error(`no index supports the filter ${filter}`);
  return values;
}

/**
 * Whether the record matches all filters. The index alone cannot decide this. The index may be outdated, or the query
 * may have used only one of several filters.
 */
export const holds = <T extends Filtered>(filters: RecordFilters<T>, where: Where, item: T): boolean =>
  Object.entries(where).every(([filter, values]) =>
    filter === NAME_PART
      ? values.some((part) => filters.name?.(item).toLowerCase().includes(part))
      : valuesOf(filters, filter, item).some((value) => value !== undefined && values.includes(value)),
  );
