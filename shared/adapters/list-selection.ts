import { currentDeadline, within } from '../deadline.ts';
import { BackendContractBroken, OutOfTime } from '../errors.ts';
import type { Reply } from './backend-request.ts';
import type { Query } from './json-client.ts';

/**
 * One query parameter of a list, and the comparison that each listed item must pass. With `is`, a field of the item
 * must equal the value. With `has`, a field that is a list must contain the value. Without a value, `is` and `has`
 * accept every item. With `holds`, a function decides. This function may compare fields that are not in the query.
 */
type Criterion<T> =
  | { is: string | undefined; of(item: T): string | null | undefined }
  | { has: string | undefined; of(item: T): readonly string[] | null | undefined }
  | { ask: string | readonly string[] | undefined; holds(item: T): boolean };

/**
 * The criteria that select items of a list. Each key is a query parameter. A server that does not know a parameter
 * ignores it and returns all objects. Paddock may adopt or delete listed objects, so Paddock compares each item with
 * each criterion again. An item without the field is not selected.
 */
export type Selection<T> = Readonly<Record<string, Criterion<T>>>;

/** The selection of a list without criteria. Such a list may have objects that do not belong to Paddock. */
export const NO_CRITERIA = {} as const;

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

/**
 * Whether an item meets a criterion. An empty value selects no item. Otherwise it would select all items whose field is
 * empty.
 */
function isMet<T>(criterion: Criterion<T>, item: T): boolean {
  if ('holds' in criterion) return criterion.holds(item);
  const wanted = 'is' in criterion ? criterion.is : criterion.has;
  if (wanted === undefined) return true;
  if (wanted === '') return false;
  return 'is' in criterion ? criterion.of(item) === wanted : (criterion.of(item)?.includes(wanted) ?? false);
}

/** Limits for reading one list. No correct list reaches these limits. */
const MAX_PAGES = 1_000;
const MAX_ITEMS = 200_000;
/**
 * Maximum total size of the pages. A function has half a gigabyte of memory, and parsed data takes several times the
 * size of its text.
 */
const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum total time to wait for pages. The time between two pages does not count. */
const MAX_MS = 60_000;
export const LISTING_LIMITS = { pages: MAX_PAGES, items: MAX_ITEMS, bytes: MAX_BYTES, ms: MAX_MS };

type ReadPage = <T>(page: () => Promise<Reply<T>>, itemsOf: (body: T) => number) => Promise<T>;

/**
 * Reads the pages of a list within limits. Without limits, an endless list would fill the memory and flood the server
 * with requests. The time limit also aborts a page that is being read. After this limit, the function throws
 * BackendContractBroken. It does not throw OutOfTime, because only this list took too long, not the whole call.
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
    // Two limits can abort the reading of a page: the time limit of this list, and the deadline of the function.
    // Elapsed time would not show which limit was reached, because Node's timers may fire early. So the remaining times
    // of both limits are compared before the page is read.
    const isNearest = leftMs < (currentDeadline()?.leftMs() ?? Number.POSITIVE_INFINITY);
    const { body, bytes } = await within(leftMs, page).catch((error: unknown) => {
      throw error instanceof OutOfTime && isNearest ? broken(error) : error;
    });
    used.pages += 1;
    used.items += itemsOf(body);
    used.bytes += bytes;
    used.ms += performance.now() - began;
    if (used.pages > limits.pages || used.items > limits.items || used.bytes > limits.bytes) throw broken();
    return body;
  };
}
