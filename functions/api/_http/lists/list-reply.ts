import { z } from 'zod';
import { type FilterTable, type Listing, type Orderings, parametersOf } from '#shared/contracts/rest/_core/listing';
import { assertFilterTexts } from '#shared/contracts/rest/_core/query-bounds';
import { REFUSED_FILTERS } from '#shared/contracts/rest/_core/refused-filters';
import { likelyName } from '#shared/domain/_core/text/nearest-name';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Page, PageRequest } from '#shared/ports/store';
import { type ApiReply, ok } from '../replies.ts';
import type { OpenCall } from '../router.ts';
import { badChoice } from './filters.ts';
import { pageHeaders, pageOf, readPage } from './paging.ts';

/**
 * Makes the answer to a request for a list: a JSON array with the headers `Link` and `X-Result-Count`. The items have
 * the requested order and the requested fields. `view` makes an item's body, which the schema then checks. Throws
 * Invalid for a query that the list does not accept.
 */
export async function listReply<T, V>(
  { request, link, caller }: Pick<OpenCall, 'request' | 'link'> & { caller?: Caller },
  list: (page: PageRequest) => Promise<Page<T>>,
  { filters, orderings, stored, schema, view }: Listing<T, V>,
): Promise<ApiReply> {
  refuseUnknown(request.query, filters);
  const inOrder = orderings === 'own' ? list : ordered(request.query, list, orderings, stored);
  const page = await readPage(request.query, inOrder);
  const items = page.items.map((item) => view(link, item, caller));
  const reply = ok(z.array(schema), items, pageHeaders(request, page));
  return { ...reply, body: selectFields(request.query, reply.body) };
}

const objectBody = z.record(z.string(), z.unknown());

function select(item: unknown, wanted: ReadonlySet<string>): unknown {
  const body = objectBody.parse(item);
  const kept = Object.entries(body).filter(([name]) => wanted.has(name));
  return kept.length === 0 ? body : Object.fromEntries(kept);
}

/**
 * Selects fields of a body, or of each item of a list: `field=a&field=b`. If all names are unknown, all fields stay
 * (docs/spec/waldur-http.md#lists).
 */
export function selectFields(query: URLSearchParams, body: unknown): unknown {
  assertFilterTexts(query);
  const wanted = new Set(query.getAll('field'));
  if (wanted.size === 0) return body;
  return Array.isArray(body) ? body.map((item) => select(item, wanted)) : select(body, wanted);
}

/**
 * Maximum number of unknown filters that one error names. A caller could send thousands of unknown filters, and each of
 * them is compared with all known filters.
 */
const MAX_NAMED = 20;

function refusalOf(name: string, known: readonly string[]): string {
  const refused = Object.hasOwn(REFUSED_FILTERS, name) ? REFUSED_FILTERS[name] : undefined;
  if (refused !== undefined) return refused;
  const near = likelyName(name, known);
  return near === undefined
    ? `Unknown filter. Known ones are: ${known.toSorted().join(', ')}.`
    : `Unknown filter. Did you mean ${near}?`;
}

/**
 * Refuses unknown filters. Ignoring them would return rows that the caller did not ask for
 * (docs/decisions/0053-unknown-filters-are-refused.md).
 * @throws Invalid
 */
export function refuseUnknown<T>(query: URLSearchParams, filters: FilterTable<T>): void {
  assertFilterTexts(query);
  const known = parametersOf(filters);
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name)).slice(0, MAX_NAMED);
  if (unknown.length === 0) return;
  throw new Invalid(Object.fromEntries(unknown.map((name) => [name, [refusalOf(name, known)]])));
}

type List<T> = (page: PageRequest) => Promise<Page<T>>;

function comparison<T>(term: string, keys: Orderings<T>): (a: T, b: T) => number {
  const name = term.replace(/^-/, '');
  const of = Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (of === undefined) throw new Invalid({ o: [badChoice(term)] });
  const sign = term.startsWith('-') ? -1 : 1;
  return (a, b) => sign * of(a).localeCompare(of(b));
}

/**
 * Applies the query parameter `o`: field names with commas between them, `-` for descending. The store's own order
 * needs no extra reads. Any other order reads all rows that the caller sees, which is slow for long lists.
 * @param stored the order of the store's list, if the list does not begin with the newest row
 */
export function ordered<T>(
  query: URLSearchParams,
  list: List<T>,
  keys: Orderings<T>,
  stored?: 'oldest first',
): List<T> {
  const terms = (query.get('o') ?? '').split(',').filter(Boolean);
  const comparisons = terms.map((term) => comparison(term, keys));
  if (terms.length === 0 || terms.join() === (stored ? 'created' : '-created')) return list;
  return async (page) => {
    const { items } = await list(WHOLE_LIST);
    items.sort((a, b) => comparisons.map((compare) => compare(a, b)).find((sign) => sign !== 0) ?? 0);
    return pageOf(items)(page);
  };
}
