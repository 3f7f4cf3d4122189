import { z } from 'zod';
import { splitPath } from '../_core/field-path.ts';
import { RancherError } from '../_core/rancher-errors.ts';
import { columnValue, isColumn, isLabel, meets } from './steve-fields.ts';
import { parseFilter } from './steve-filter.ts';

export type SteveView = Record<string, unknown>;
/** One page of the selected objects of a list. */
export interface SteveSelection {
  data: SteveView[];
  /** The number of selected objects, on all pages. */
  count: number;
  /** The `continue` value for the next page. */
  next?: string;
  pages?: number;
  summary?: { property: string; counts: Record<string, number> }[];
}
/** The objects in steve's form, and the parts of the request that select among them. */
export interface SteveListing {
  query: URLSearchParams;
  resourceType: string;
  views: SteveView[];
  /** The project of a namespace, from its label. */
  projectOf(namespace: string): string | undefined;
}

const nameIn = z.object({ namespace: z.string().optional() });
export const namespaceOf = (view: SteveView): string => nameIn.safeParse(view.metadata).data?.namespace ?? '';

/** Lists of steve with the SQL cache. `labelSelector`, `fieldSelector`, `limit` and `continue` are silently ignored. */
export function cachedList(listing: SteveListing): SteveSelection {
  const { query } = listing;
  checkRevision(query.get('revision') ?? '');
  const sorted = sortedBy(listing, selected(listing));
  const summary = summaryOf(sorted, query);
  const size = whole(query.get('pagesize')) ?? 0;
  if (size <= 0) return { data: sorted, count: sorted.length, ...summary };
  const from = size * Math.max(0, (whole(query.get('page')) ?? 1) - 1);
  const end = from + size;
  return {
    ...{ data: sorted.slice(from, end), count: sorted.length, ...summary },
    ...(end < sorted.length && { next: String(end) }),
  };
}

/** Parses an integer as Go does: undefined if the text contains anything else. */
export const whole = (text: string | null): number | undefined =>
  text !== null && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;

function checkRevision(revision: string): void {
  if (revision === '' || whole(revision) !== undefined) return;
  const message = `value ${revision} for revision query param is not valid`;
  throw new RancherError(400, 'invalid revision query param', message);
}

function checkColumn(resourceType: string, field: string): void {
  if (isColumn(resourceType, field)) return;
  const message = `column is invalid [${field}]: supplied column is invalid`;
  throw new RancherError(422, 'InvalidBodyContent', message);
}

/** An object is selected if it meets at least one requirement of each `filter` parameter. */
function selected({ query, resourceType, views, projectOf }: SteveListing): SteveView[] {
  const filters = query.getAll('filter').map(parseFilter);
  for (const { field } of filters.flat()) checkColumn(resourceType, field);
  const isInPlace = placeFilter(query, projectOf);
  return views
    .filter(isInPlace)
    .filter((view) => filters.every((any) => any.length === 0 || any.some((one) => meets(view, one))));
}

/**
 * `projectsornamespaces=a,b` selects the objects in these projects and namespaces; `projectsornamespaces!=a,b` selects
 * all others. A Namespace object counts as an object in its own namespace, and so in the project of this namespace.
 */
export function placeFilter(query: URLSearchParams, projectOf: SteveListing['projectOf']) {
  const wanted = query.get('projectsornamespaces') ?? '';
  const unwanted = wanted === '' ? (query.get('projectsornamespaces!') ?? '') : '';
  const places = (wanted || unwanted).split(',');
  return (view: SteveView): boolean => {
    if (wanted === '' && unwanted === '') return true;
    const namespace = view.type === 'namespace' ? String(view.id) : namespaceOf(view);
    const isIn = places.includes(namespace) || places.includes(projectOf(namespace) ?? '');
    return isIn === (wanted !== '');
  };
}

/** Without `sort`, objects are sorted by id. Sorting is always case-insensitive. */
function sortedBy({ query, resourceType }: SteveListing, views: SteveView[]): SteveView[] {
  const asked = (query.get('sort') ?? '').split(',').filter((part) => !/^-?$/.test(part));
  const orders = (asked.length > 0 ? asked : ['id']).map((part) => {
    const isIp = /^ip\(.+\)$/.test(part);
    const field = isIp ? part.slice(3, -1) : part;
    return { field: field.replace(/^-/, ''), sign: field.startsWith('-') ? -1 : 1, isIp };
  });
  for (const { field } of orders) checkColumn(resourceType, field);
  return views.toSorted((a, b) => {
    for (const { field, sign, isIp } of orders) {
      const compared = compare(columnValue(a, field), columnValue(b, field), { field, isIp });
      if (compared !== 0) return compared * sign;
    }
    return 0;
  });
}

/** A missing label sorts after all values. Any other missing value sorts before all values. */
function compare(a: string | undefined, b: string | undefined, { field, isIp }: { field: string; isIp: boolean }) {
  if (a === undefined || b === undefined) {
    const missing = (Number(a === undefined) - Number(b === undefined)) * -1;
    return isLabel(splitPath(field)) ? -missing : missing;
  }
  const [x, y] = isIp ? [addressNumber(a), addressNumber(b)] : [a.toLowerCase(), b.toLowerCase()];
  return x < y ? -1 : x > y ? 1 : 0;
}

const addressNumber = (text: string): number =>
  text.split('.').reduce((number, part) => number * 256 + (Number(part) || 0), 0);

/** Counts the values of each field named in `summary`. */
function summaryOf(views: SteveView[], query: URLSearchParams): Pick<SteveSelection, 'summary'> {
  const asked = query.get('summary');
  if (asked === null) return {};
  const summary = asked.split(',').map((property) => {
    const counts: Record<string, number> = {};
    for (const view of views) {
      const value = columnValue(view, property) ?? '';
      if (value !== '') counts[value] = (counts[value] ?? 0) + 1;
    }
    return { property, counts };
  });
  return { summary };
}
