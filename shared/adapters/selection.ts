import { within } from '../deadline.ts';
import { BackendContractBroken, OutOfTime } from '../errors.ts';
import type { JsonReply, Query } from './json-client.ts';

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

/** What one listing may come to. Whoever answers with more does not list what he has. */
const MOST_PAGES = 1_000;
const MOST_ITEMS = 200_000;
/** A function has half a gigabyte of memory, and what is read takes several times its text. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Of waiting for pages; what is done with them in between does not count. */
const MOST_MS = 60_000;
export const LISTING_LIMITS = { pages: MOST_PAGES, items: MOST_ITEMS, bytes: MOST_BYTES, ms: MOST_MS };

type ReadPage = <T>(page: () => Promise<JsonReply<T>>, itemsOf: (body: T) => number) => Promise<T>;

/**
 * Reads a list's pages, so that one which never ends is an error: no endless loop, no flood of requests, no memory that is full. A page
 * that is under way when the listing's time is up is aborted. Throws BackendContractBroken: it is a word on this list, and not on all
 * that the backend has.
 */
export function listingBounds(backend: string, op: string, limits = LISTING_LIMITS): ReadPage {
  const used = { pages: 0, items: 0, bytes: 0, ms: 0 };
  const broken = (cause?: unknown) => {
    const { pages, items, bytes, ms } = limits;
    const most = `${pages} pages, ${items} items, ${bytes / 1024 / 1024} MiB or ${ms / 1000} s`;
    return new BackendContractBroken(`${backend} answered ${op} with more than ${most}.`, { backend, op }, cause);
  };
  return async (page, itemsOf) => {
    const began = performance.now();
    const leftMs = limits.ms - used.ms;
    const { body, bytes } = await within(leftMs, page).catch((error: unknown) => {
      const isOver = performance.now() - began >= leftMs;
      throw error instanceof OutOfTime && isOver ? broken(error) : error;
    });
    used.pages += 1;
    used.items += itemsOf(body);
    used.bytes += bytes;
    used.ms += performance.now() - began;
    if (used.pages > limits.pages || used.items > limits.items || used.bytes > limits.bytes) throw broken();
    return body;
  };
}
