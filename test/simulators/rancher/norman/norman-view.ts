import type { FastifyRequest } from 'fastify';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { visibleViews } from '../steve/visible-views.ts';
import { collectionFields, TYPES_WITH_STATE } from './norman-fields.ts';
import { type Condition, conditionsIn, holds, shownCondition } from './norman-filter.ts';
import { normanPage } from './norman-page.ts';

const STATE = { state: 'active', transitioning: 'no', transitioningMessage: '' };

interface NormanFields {
  type: string;
  /** The plural as norman writes it in links: `roleTemplates`. */
  collection: string;
  id: string;
  /** Links in addition to the links of every object. An undefined link is left out. */
  links?: Record<string, string | undefined>;
  created?: string;
  removed?: string | undefined;
  [field: string]: unknown;
}

export function normanObject(
  baseUrl: string,
  { type, collection, id, links = {}, created, removed, ...rest }: NormanFields,
) {
  const self = `${baseUrl}/v3/${collection}/${id}`;
  return {
    ...{ id, type, baseType: type, creatorId: null, links: { self, update: self, remove: self, ...links } },
    ...{ labels: {}, annotations: {} },
    ...(TYPES_WITH_STATE.includes(type) && STATE),
    ...(created && { created: toSecond(created), createdTS: Date.parse(toSecond(created)) }),
    ...(removed && { removed: toSecond(removed), removedTS: Date.parse(toSecond(removed)) }),
    ...rest,
  };
}

/** Kubernetes keeps no fractions of a second. */
const toSecond = (time: string): string => time.replace(/\.\d+/, '');

/** Actions as norman lists them: name → address to POST to. */
export function actionLinks(baseUrl: string, path: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${baseUrl}/v3/${path}?action=${name}`]));
}

/** Lists of these types are always complete and in the order of creation, whatever the query. */
const NEITHER_FILTERED_NOR_PAGED = ['token'];

interface NormanCollectionOptions {
  resourceType: string;
  /** The path below `/v3` to which a client posts a new object of this type. */
  createPath?: string;
  /** The type's filter fields, if the table of fields does not contain the type. */
  filters?: string[];
}

/**
 * A norman list. Parameters named after the type's fields filter the list, and an object must match all of them. In a
 * parameter's name, the part after an underscore is a modifier. `sort`, `order`, `limit` and `marker` belong to norman
 * itself. Other parameters are ignored.
 */
export function normanCollection(
  request: FastifyRequest,
  { resourceType, createPath = `${resourceType.toLowerCase()}s`, filters: others }: NormanCollectionOptions,
  views: Record<string, unknown>[],
) {
  const { searchParams: query } = new URL(request.url, baseUrlOf(request));
  // Links repeat the path that the client sent, even if the route has another path (see `canonicalUrl`).
  const { pathname } = new URL(request.originalUrl, baseUrlOf(request));
  const self = `${baseUrlOf(request)}${pathname}`;
  const { filters, sorts } = collectionFields(resourceType, others);
  const isPlain = NEITHER_FILTERED_NOR_PAGED.includes(resourceType);
  const conditions = conditionsIn(query, filters);
  const visible = visibleViews(request, resourceType, views);
  const selected = isPlain ? visible : visible.filter((view) => conditions.every((one) => holds(view, one)));
  const { data, ...pagination } = normanPage(sorted(selected, query, filters), { query, self });
  return {
    ...{ type: 'collection', links: { self } },
    createTypes: { [resourceType]: `${baseUrlOf(request)}/v3/${createPath}` },
    actions: {},
    pagination: isPlain ? { limit: pagination.limit } : pagination,
    sort: sortView({ query, self }, sorts),
    filters: Object.fromEntries(filters.map((field) => [field, conditionsOf(conditions, field)])),
    resourceType,
    data: isPlain ? visible : data,
  };
}

function sorted(views: Record<string, unknown>[], query: URLSearchParams, fields: string[]) {
  const asked = query.get('sort') ?? '';
  const field = fields.includes(asked) ? asked : 'id';
  const sign = query.get('order') === 'desc' ? -1 : 1;
  const text = (view: Record<string, unknown>): string => String(view[field] ?? '');
  return views.toSorted((a, b) => (text(a) < text(b) ? -sign : text(a) > text(b) ? sign : 0));
}

function conditionsOf(conditions: Condition[], field: string) {
  const found = conditions.filter((one) => one.field === field).map(shownCondition);
  return found.length > 0 ? found : null;
}

function sortView({ query, self }: { query: URLSearchParams; self: string }, sorts: string[]) {
  const link = (changes: Record<string, string>): string => {
    const changed = new URLSearchParams(query);
    for (const name of ['order', 'marker']) changed.delete(name);
    for (const [name, value] of Object.entries(changes)) changed.set(name, value);
    changed.sort();
    return `${self}?${changed}`;
  };
  const isDescending = query.get('order') === 'desc';
  const name = query.get('sort') ?? '';
  return {
    ...(sorts.includes(name) && { name }),
    order: isDescending ? 'desc' : 'asc',
    reverse: link({ order: isDescending ? 'asc' : 'desc' }),
    links: Object.fromEntries(sorts.map((field) => [field, link({ sort: field })])),
  };
}
