import { EVERYTHING } from '#shared/app/_core/everything';
import type { Orderings } from '#shared/contracts/rest/_core/listing';
import { Invalid } from '#shared/errors';
import type { Page, PageRequest } from '#shared/ports/store';
import { badChoice } from './asked-filters.ts';
import { pageOf } from './page-of.ts';

type List<T> = (page: PageRequest) => Promise<Page<T>>;

function comparison<T>(term: string, keys: Orderings<T>): (a: T, b: T) => number {
  const name = term.replace(/^-/, '');
  const of = Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (of === undefined) throw new Invalid({ o: [badChoice(term)] });
  const sign = term.startsWith('-') ? -1 : 1;
  return (a, b) => sign * of(a).localeCompare(of(b));
}

/**
 * Applies `o=` (comma list, `-` for descending). Newest first is the store's order and costs nothing. Every other order
 * reads the whole visible list once, so its cost grows with the list.
 */
export function ordered<T>(query: URLSearchParams, list: List<T>, keys: Orderings<T>): List<T> {
  const terms = (query.get('o') ?? '').split(',').filter(Boolean);
  const comparisons = terms.map((term) => comparison(term, keys));
  if (terms.length === 0 || terms.join() === '-created') return list;
  return async (page) => {
    const { items } = await list(EVERYTHING);
    items.sort((a, b) => comparisons.map((compare) => compare(a, b)).find((sign) => sign !== 0) ?? 0);
    return pageOf(items)(page);
  };
}
