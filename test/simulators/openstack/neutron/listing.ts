import type { FastifyRequest } from 'fastify';
import { baseUrl } from '../keystone/caller.ts';
import { neutronRefusal } from '../refusal.ts';
import { matchesTags } from '../tag-filter.ts';

type View = Record<string, unknown>;

const paging = new Set(['limit', 'marker', 'page_reverse', 'fields', 'sort_key', 'sort_dir']);

/** Filters, sorts, pages and trims one list. A next link is given with every full page, also the last one. */
export function listNeutron(many: string, views: View[], request: FastifyRequest): View {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const kept = sorted(
    views.filter((view) => matchesTags(view.tags, query) && matchesFields(view, query)),
    query,
  );
  const limit = Number(query.get('limit') ?? 0);
  const page = pageOf(kept, query.get('marker'), limit);
  const last = page.at(-1);
  const fields = query.getAll('fields');
  const rows = fields.length === 0 ? page : page.map((view) => pick(view, fields));
  if (!last || limit === 0 || page.length < limit) return { [many]: rows };
  query.set('marker', String(last.id));
  const href = `${baseUrl(request)}${request.url.split('?')[0]}?${query}`;
  return { [many]: rows, [`${many}_links`]: [{ rel: 'next', href }] };
}

function matchesFields(view: View, query: URLSearchParams): boolean {
  const names = [...new Set(query.keys())].filter((name) => !paging.has(name) && !/^(not-)?tags(-any)?$/.test(name));
  return names.every((name) => query.getAll(name).some((wanted) => matchesField(view[name], wanted)));
}

function matchesField(value: unknown, wanted: string): boolean {
  if (typeof value === 'boolean') return String(value) === wanted.toLowerCase();
  if (!Array.isArray(value)) return String(value ?? '') === wanted;
  return value.some((item) => (typeof item === 'object' ? matchesMember(item, wanted) : String(item) === wanted));
}

/** `fixed_ips=ip_address=10.0.0.5`, `…=subnet_id=…`, `…=ip_address_substr=10.0.` */
function matchesMember(item: object, wanted: string): boolean {
  const [, key = '', value = ''] = /^([^=]+)=(.*)$/.exec(wanted) ?? [];
  const member: Record<string, unknown> = { ...item };
  if (key.endsWith('_substr')) return String(member[key.replace(/_substr$/, '')]).includes(value);
  return member[key] === value;
}

function sorted(views: View[], query: URLSearchParams): View[] {
  const key = query.get('sort_key') ?? 'id';
  const sign = query.get('sort_dir') === 'desc' ? -1 : 1;
  return views.toSorted((a, b) => sign * (String(a[key]) < String(b[key]) ? -1 : 1));
}

function pageOf(views: View[], marker: string | null, limit: number): View[] {
  const at = marker === null ? -1 : views.findIndex(({ id }) => id === marker);
  if (marker !== null && at < 0)
    throw neutronRefusal(404, 'HTTPNotFound', `The resource ${marker} could not be found.`);
  return views.slice(at + 1, limit > 0 ? at + 1 + limit : undefined);
}

const pick = (view: View, fields: string[]) => Object.fromEntries(fields.map((field) => [field, view[field]]));
