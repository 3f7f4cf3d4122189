import type { FastifyRequest } from 'fastify';
import { baseUrl } from '../keystone/caller.ts';
import { neutronRefusal } from '../refusal.ts';
import { matchesTags } from '../tag-filter.ts';
import { checkQuery, isFilter } from './filters.ts';

type View = Record<string, unknown>;

/** Filters, sorts, pages and trims one list. Every full page has a next link, even the last page. */
export function listNeutron(many: string, views: View[], request: FastifyRequest): View {
  const query = new URLSearchParams(request.url.split('?')[1]);
  checkQuery(many, query);
  const kept = sorted(
    views.filter((view) => matchesTags(view.tags, query) && matchesFields(view, query)),
    query,
  );
  const limit = Number(query.get('limit') ?? 0);
  const isBackwards = /^true$/i.test(query.get('page_reverse') ?? '');
  const page = pageOf(kept, query.get('marker'), { limit, isBackwards });
  const fields = query.getAll('fields');
  const rows = fields.length === 0 ? page : page.map((view) => pick(view, fields));
  if (limit === 0) return { [many]: rows };
  const isShort = page.length < limit;
  const href = (marker: unknown, reverse: boolean) => {
    const at = new URLSearchParams(query);
    at.delete('page_reverse');
    if (marker !== undefined) at.set('marker', String(marker));
    if (reverse) at.set('page_reverse', 'True');
    return `${baseUrl(request)}${request.url.split('?')[0]}?${at}`;
  };
  const links = [
    ...(isShort && !isBackwards ? [] : [{ rel: 'next', href: href(page.at(-1)?.id, false) }]),
    ...(isShort && isBackwards ? [] : [{ rel: 'previous', href: href(page[0]?.id, true) }]),
  ];
  return { [many]: rows, ...(links.length > 0 && { [`${many}_links`]: links }) };
}

function matchesFields(view: View, query: URLSearchParams): boolean {
  const names = [...new Set(query.keys())].filter(isFilter);
  return names.every((name) => query.getAll(name).some((wanted) => matchesField(view[name], wanted)));
}

function matchesField(value: unknown, wanted: string): boolean {
  if (typeof value === 'boolean') return value === /^(true|1|yes|on|t|y)$/i.test(wanted);
  if (!Array.isArray(value)) return String(value ?? '') === wanted;
  return value.some((item) => (typeof item === 'object' ? matchesMember(item, wanted) : String(item) === wanted));
}

/** Matches filters such as `fixed_ips=ip_address=10.0.0.5`, `…=subnet_id=…`, `…=ip_address_substr=10.0.` */
function matchesMember(item: object, wanted: string): boolean {
  const [, key = '', value = ''] = /^([^=]+)=(.*)$/.exec(wanted) ?? [];
  const member: Record<string, unknown> = { ...item };
  if (key.endsWith('_substr')) return String(member[key.replace(/_substr$/, '')]).includes(value);
  return member[key] === value;
}

function sorted(views: View[], query: URLSearchParams): View[] {
  const keys = query
    .getAll('sort_key')
    .map((key, at) => [key, query.getAll('sort_dir')[at] === 'desc' ? -1 : 1] as const);
  const order = (a: View, b: View): number => {
    for (const [key, sign] of [...keys, ['id', 1] as const]) {
      const [left, right] = [String(a[key]), String(b[key])];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  };
  return views.toSorted(order);
}

/** Without a limit there are no pages, and the marker is ignored. @throws Refusal 404 for an unknown marker */
function pageOf(
  views: View[],
  marker: string | null,
  { limit, isBackwards }: { limit: number; isBackwards: boolean },
): View[] {
  if (limit === 0) return views;
  const at = marker === null ? -1 : views.findIndex(({ id }) => id === marker);
  if (marker !== null && at < 0)
    throw neutronRefusal(404, 'HTTPNotFound', `The resource ${marker} could not be found.`);
  if (!isBackwards) return views.slice(at + 1, at + 1 + limit);
  const end = at < 0 ? views.length : at;
  return views.slice(Math.max(0, end - limit), end);
}

const pick = (view: View, fields: string[]) => Object.fromEntries(fields.map((field) => [field, view[field]]));

export function shown(many: string, view: View, request: FastifyRequest): View {
  const query = new URLSearchParams(request.url.split('?')[1]);
  checkQuery(many, query);
  const fields = query.getAll('fields');
  return fields.length === 0 ? view : pick(view, fields);
}
