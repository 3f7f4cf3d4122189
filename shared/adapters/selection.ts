import { BackendContractBroken } from '../errors.ts';
import type { Query } from './json-client.ts';

/**
 * One query parameter of a list, and what an item itself must say to be on it: a field that `is` the value, a list that `has` it, or
 * whatever `holds`. Without a value `is` and `has` ask and compare nothing; `holds` may compare what the server need not be asked.
 */
type Criterion<T> =
  | { is: string | undefined; of(item: T): string | null | undefined }
  | { has: string | undefined; of(item: T): readonly string[] | null | undefined }
  | { ask: string | readonly string[] | undefined; holds(item: T): boolean };

/**
 * What a list is asked for, by query parameter. Servers answer with everything when they do not know a parameter, and what is on a list
 * may be adopted or deleted: so each criterion is compared again here. What lacks the field is not selected.
 */
export type Selection<T> = Readonly<Record<string, Criterion<T>>>;

/** For lists that are read as a whole; nothing on them is ours because it is on them. */
export const EVERYTHING = {} as const;

export const queryOf = <T>(where: Selection<T>): Query =>
  Object.fromEntries(Object.entries(where).map(([name, criterion]) => [name, askedBy(criterion)]));

export const isSelected =
  <T>(where: Selection<T>) =>
  (item: T): boolean =>
    Object.values(where).every((criterion) => isMet(criterion, item));

function askedBy<T>(criterion: Criterion<T>): string | readonly string[] | undefined {
  if ('ask' in criterion) return criterion.ask;
  return 'is' in criterion ? criterion.is : criterion.has;
}

/** Nothing is selected by an empty value: it would be equal to a field that is missing. */
function isMet<T>(criterion: Criterion<T>, item: T): boolean {
  if ('holds' in criterion) return criterion.holds(item);
  const wanted = 'is' in criterion ? criterion.is : criterion.has;
  if (wanted === undefined) return true;
  if (wanted === '') return false;
  return 'is' in criterion ? criterion.of(item) === wanted : (criterion.of(item)?.includes(wanted) ?? false);
}

const MOST_PAGES = 2_000;
const MOST_ITEMS = 200_000;

/** Counts what comes of a list, so that a server whose pages never end is an error and no endless loop. */
export function listingBounds(backend: string, op: string): (itemsOfPage: number) => void {
  let pages = 0;
  let items = 0;
  return (itemsOfPage) => {
    pages += 1;
    items += itemsOfPage;
    if (pages <= MOST_PAGES && items <= MOST_ITEMS) return;
    const message = `${backend} answered ${op} with more than ${MOST_PAGES} pages or ${MOST_ITEMS} items.`;
    throw new BackendContractBroken(message, { backend, op });
  };
}
