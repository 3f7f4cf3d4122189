import { parseUuid, type Uuid, withHyphens } from '#shared/domain/_core/identifier';
import { Invalid, NotFound } from '#shared/errors';
import type { MagnumCall } from './magnum-call.ts';

/** Maximum number of objects in one answer, as in Magnum. */
const MAX = 1000;

type Row = { uuid: Uuid; created: string };
type SortKeys<T> = Readonly<Record<string, (row: T) => string | number | undefined>>;

function limitOf(text: string | null): number {
  if (text === null) return MAX;
  // Magnum's clients send 0 to request all objects.
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  if (limit === undefined) throw new Invalid({ limit: ['A valid integer is required.'] });
  return limit === 0 ? MAX : Math.min(limit, MAX);
}

function directionOf(text: string | null): 1 | -1 {
  if (text === null || text === 'asc') return 1;
  if (text === 'desc') return -1;
  throw new Invalid({ sort_dir: ['Invalid sort direction. Acceptable values are "asc" or "desc".'] });
}

/** Absent values come first. */
const compared = (a: string | number = '', b: string | number = ''): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');

function keyOf<T extends Row>(keys: SortKeys<T>, name: string | null) {
  const own: SortKeys<T> = { ...keys, id: ({ created }) => created, uuid: ({ uuid }) => uuid };
  const key = Object.hasOwn(own, name ?? 'id') ? own[name ?? 'id'] : undefined;
  if (key === undefined) throw new Invalid({ sort_key: [`The sort_key value "${name}" is invalid for sorting.`] });
  return key;
}

/**
 * Selects a page of a list by the parameters `limit`, `marker`, `sort_key` and `sort_dir`. Also returns the address of
 * the next page. Throws Invalid for wrong parameters, and NotFound for an unknown marker.
 */
export function magnumPage<T extends Row>(
  { request: { query }, root }: Pick<MagnumCall, 'request' | 'root'>,
  path: string,
  rows: readonly T[],
  keys: SortKeys<T>,
): { rows: T[]; next: { next?: string } } {
  const limit = limitOf(query.get('limit'));
  const key = keyOf(keys, query.get('sort_key'));
  const direction = directionOf(query.get('sort_dir'));
  const sorted = rows.toSorted(
    (a, b) => direction * compared(key(a), key(b)) || compared(a.created, b.created) || compared(a.uuid, b.uuid),
  );
  const marker = query.get('marker');
  const at = marker === null ? -1 : sorted.findIndex(({ uuid }) => uuid === parseUuid(marker));
  if (marker !== null && at === -1) throw new NotFound(`Marker ${marker} could not be found.`);
  const page = sorted.slice(at + 1, at + 1 + limit);
  const last = page.at(-1);
  if (last === undefined || last === sorted.at(-1)) return { rows: page, next: {} };
  const more = new URLSearchParams({ limit: String(limit), marker: withHyphens(last.uuid) });
  for (const name of ['sort_key', 'sort_dir']) {
    const value = query.get(name);
    if (value !== null) more.set(name, value);
  }
  return { rows: page, next: { next: `${root}/v1/${path}?${more}` } };
}
