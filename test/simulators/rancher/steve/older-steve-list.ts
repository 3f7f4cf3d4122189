import { z } from 'zod';
import { matchesSelector } from '../../_kit/label-selector.ts';
import { type Fields, fieldAt, isFields, splitPath } from '../_core/field-path.ts';
import { RancherError } from '../_core/rancher-errors.ts';
import { placeFilter, type SteveListing, type SteveSelection, type SteveView, whole } from './steve-list.ts';

const labelsIn = z.object({ labels: z.record(z.string(), z.string()).optional() });

/**
 * Lists of steve without the SQL cache, as in Rancher up to 2.11. Kubernetes first applies label and field selectors
 * and `limit`. Steve then filters, sorts and pages the result.
 */
export function uncachedList({ query, views, projectOf }: SteveListing): SteveSelection {
  const labelSelector = query.get('labelSelector') ?? '';
  const ofKubernetes = views
    .filter((view) => matchesSelector(labelsIn.safeParse(view.metadata).data?.labels ?? {}, labelSelector))
    .filter(fieldFilter(query.get('fieldSelector') ?? ''))
    .toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  const { chunk, next } = chunkOf(ofKubernetes, query);
  const filters = query.getAll('filter').map(parse);
  const filtered = chunk
    .filter((view) => filters.every((any) => any.some((one) => holds(view, one))))
    .filter(placeFilter(query, projectOf));
  const sorted = sort(filtered, query.get('sort') ?? '');
  return { ...pageOf(sorted, query), count: sorted.length, ...(next !== undefined && { next }) };
}

function fieldFilter(selector: string): (view: SteveView) => boolean {
  const parts = selector.split(',').filter(Boolean);
  const wanted = parts.map((part) => /^([^=!]+)(!=|==?)(.*)$/.exec(part) ?? ['', part, '=', '']);
  for (const [, field = ''] of wanted) {
    if (['metadata.name', 'metadata.namespace'].includes(field)) continue;
    throw new RancherError(400, 'BadRequest', `field label not supported: ${field}`);
  }
  return (view) =>
    wanted.every(([, field = '', sign, value]) => (fieldAt(view, splitPath(field)) === value) === (sign !== '!='));
}

/** Cuts a list at `limit`. The `continue` token names the last object of a cut list. */
function chunkOf(views: SteveView[], query: URLSearchParams): { chunk: SteveView[]; next?: string } {
  const limit = whole(query.get('limit')) ?? 100_000;
  const after = Buffer.from(query.get('continue') ?? '', 'base64').toString();
  const left = views.filter(({ id }) => String(id) > after);
  const chunk = limit > 0 ? left.slice(0, limit) : left;
  const last = chunk.at(-1);
  if (!last || chunk.length === left.length) return { chunk };
  return { chunk, next: Buffer.from(String(last.id)).toString('base64') };
}

type Condition = { path: string[]; match: string; isNegation: boolean };

/** Parses a filter. It supports only `=` and `!=`, without brackets. A part that it cannot read is ignored. */
function parse(filter: string): Condition[] {
  return filter.split(',').flatMap((text) => {
    const [field, match, ...more] = text.split(/!?=/);
    if (field === undefined || match === undefined || more.length > 0) return [];
    return [{ path: field.split('.'), match, isNegation: text.includes('!=') }];
  });
}

const holds = (view: SteveView, { path, match, isNegation }: Condition): boolean =>
  contains(view, path, match) !== isNegation;

/** Whether a field's value contains the text. For a list, the rest of the path is looked up in every item. */
function contains(object: Fields, path: string[], match: string): boolean {
  for (let known = path.length; known > 0; known -= 1) {
    const value = fieldAt(object, path.slice(0, known));
    if (value === undefined) continue;
    if (Array.isArray(value)) return value.some((item) => containsIn(item, path.slice(known), match));
    return known === path.length && isText(value) && String(value).includes(match);
  }
  return false;
}

function containsIn(item: unknown, path: string[], match: string): boolean {
  if (Array.isArray(item)) return item.some((inner) => containsIn(inner, path, match));
  return isFields(item) ? contains(item, path, match) : isText(item) && String(item).includes(match);
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'boolean';

function sort(views: SteveView[], asked: string): SteveView[] {
  const orders = asked.split(',').filter((part) => !/^-?$/.test(part));
  const textAt = (view: SteveView, order: string) => String(fieldAt(view, splitPath(order.replace(/^-/, ''))) ?? '');
  return views.toSorted((a, b) => {
    for (const order of orders) {
      const [x, y] = [textAt(a, order), textAt(b, order)];
      if (x !== y) return (x < y ? -1 : 1) * (order.startsWith('-') ? -1 : 1);
    }
    return 0;
  });
}

function pageOf(views: SteveView[], query: URLSearchParams): { data: SteveView[]; pages?: number } {
  const size = whole(query.get('pagesize')) ?? 0;
  if (size <= 0) return { data: views };
  const from = size * Math.max(0, (whole(query.get('page')) ?? 1) - 1);
  return { data: views.slice(from, from + size), pages: Math.ceil(views.length / size) };
}
