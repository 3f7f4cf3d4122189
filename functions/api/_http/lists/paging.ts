import { MAX_PAGE } from '#shared/contracts/rest/_core/query-bounds';
import { NotFound } from '#shared/errors';
import type { Page, PageRequest } from '#shared/ports/store';
import type { ApiRequest } from '../request.ts';

const DEFAULT_PAGE_SIZE = 10;
/**
 * Maximum page size. A request for a larger page gets a page of this size, without an error
 * (docs/spec/waldur-http.md#lists).
 */
const MAX_PAGE_SIZE = 300;
const invalidPage = () => new NotFound('Invalid page.');

function pageSizeOf(query: URLSearchParams): number {
  const text = query.get('page_size') ?? '';
  const size = /^\d+$/.test(text) ? Number(text) : 0;
  return size > 0 ? Math.min(size, MAX_PAGE_SIZE) : DEFAULT_PAGE_SIZE;
}

function pageNumberOf(query: URLSearchParams): number | 'last' {
  const text = query.get('page') ?? '';
  if (text === '') return 1;
  if (text === 'last') return 'last';
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > MAX_PAGE) throw invalidPage();
  return Number(text);
}

const pagesIn = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

/**
 * Reads the requested page. For `page=last`, first reads page 1: the total on page 1 gives the number of the last page.
 */
export async function readPage<T>(
  query: URLSearchParams,
  list: (page: PageRequest) => Promise<Page<T>>,
): Promise<Page<T> & PageRequest> {
  const pageSize = pageSizeOf(query);
  const asked = pageNumberOf(query);
  const first = await list({ page: asked === 'last' ? 1 : asked, pageSize });
  const pages = pagesIn(first.total, pageSize);
  if (asked !== 'last') {
    if (asked > pages) throw invalidPage();
    return { ...first, page: asked, pageSize };
  }
  const last = pages === 1 ? first : await list({ page: pages, pageSize });
  return { ...last, page: pages, pageSize };
}

/** Makes the headers `Link` and `X-Result-Count`. Links keep the filters. The link to the first page has no `page`. */
export function pageHeaders(
  { origin, path, query }: Pick<ApiRequest, 'origin' | 'path' | 'query'>,
  { total, page, pageSize }: PageRequest & { total: number },
): Record<string, string> {
  const pages = pagesIn(total, pageSize);
  const address = (target: number): string => {
    const search = new URLSearchParams(query);
    search.delete('page');
    if (target > 1) search.set('page', String(target));
    return `${origin}${path}${search.size > 0 ? `?${search}` : ''}`;
  };
  const rels: [string, number][] = [
    ['first', 1],
    ...(page > 1 ? ([['prev', page - 1]] satisfies [string, number][]) : []),
    ...(page < pages ? ([['next', page + 1]] satisfies [string, number][]) : []),
    ['last', pages],
  ];
  return {
    link: rels.map(([rel, target]) => `<${address(target)}>; rel="${rel}"`).join(', '),
    'x-result-count': String(total),
  };
}

/** Takes the requested page of a list that was read as a whole, such as a tenant's flavors or an object's events. */
export const pageOf =
  <T>(items: readonly T[]) =>
  ({ page, pageSize }: PageRequest): Promise<Page<T>> =>
    Promise.resolve({ items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length });

/**
 * Merges a few items into a long list that is ordered newest first. The merged items move later items of the long list
 * to later positions. So one page of the result may span several pages of the long list.
 * @param list newest first, as the store lists
 */
export const withFew = <T extends { created: string }>(
  few: readonly T[],
  list: (page: PageRequest) => Promise<Page<T>>,
) => {
  if (few.length === 0) return list;
  return async ({ page, pageSize }: PageRequest): Promise<Page<T>> => {
    const start = (page - 1) * pageSize;
    // In the merged list, at most `few.length` of the added items come before the page. So items of the long list
    // before this index cannot be on the page.
    const from = Math.max(0, start - few.length);
    const first = Math.floor(from / pageSize) + 1;
    const numbers = Array.from({ length: page - first + 1 }, (_, index) => first + index);
    const pages = await Promise.all(numbers.map((number) => list({ page: number, pageSize })));
    const long = pages.flatMap(({ items }) => items).slice(from - (first - 1) * pageSize);
    const all = [...few, ...long].sort((a, b) => b.created.localeCompare(a.created));
    const total = few.length + (pages[0]?.total ?? 0);
    return { items: all.slice(start - from, start - from + pageSize), total };
  };
};
