import type { FilterTable, Listing } from '#shared/contracts/rest/_core/listing';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import { type Visibility, visibilityOf } from '#shared/domain/organizations/caller';
import type { ListedRepository, PageRequest } from '#shared/ports/store';
import type { Call } from '../router.ts';
import { type Filters, readFilters } from './filters.ts';
import { listReply } from './list-reply.ts';
import { pageOf } from './paging.ts';

/**
 * Values of uuid filters, by the filter's name. A route derives them from filters on other records: `offering_slug`
 * becomes the uuids of the offerings with this slug.
 */
export type Related = Readonly<Record<string, readonly Uuid[]>>;
/** The rows that a caller may see in a list. `related` limits the rows further. */
export type ListVisibility = { visibility: Visibility; related?: Related | undefined };
/**
 * If a filter has at most this many values, the store queries the filter's index once for each value. If there are more
 * values, all rows are read, and the filter's function in `uuids` selects the matching rows. A filter without a
 * function in `uuids` always uses the index.
 */
const MAX_QUERIED = 20;

/** Adds a filter by uuids to `filters`. Returns undefined when no row can match. */
function narrowed<T>(
  { uuids = {} }: FilterTable<T>,
  filters: Filters<T>,
  [name, found]: [string, readonly Uuid[]],
): Filters<T> | undefined {
  const { where = {}, matches = () => true } = filters;
  const asked = where[name];
  const values = asked ? asked.filter((value) => found.includes(value)) : found;
  if (values.length === 0) return undefined;
  if (values.length <= MAX_QUERIED || uuids[name] === undefined)
    return { ...filters, where: { ...where, [name]: values } };
  const known = new Set(values);
  const isKnown = (item: T) => [uuids[name]?.(item)].flat().some((uuid) => uuid !== undefined && known.has(uuid));
  return { ...filters, matches: (item) => isKnown(item) && matches(item) };
}

/**
 * Makes the route of a list: the records that the caller sees, filtered, ordered and paged by the query. `related`
 * turns filters on other records into uuids. `sightOf` decides whether the caller sees more than their own records.
 */
export const listRoute =
  <T extends RecordBase, V>(
    repository: Pick<ListedRepository<T>, 'list'>,
    listing: Listing<T, V>,
    related: (call: Call) => Promise<Related> = async () => ({}),
    sightOf: (call: Call) => Promise<ListVisibility> = async ({ caller }) => ({ visibility: visibilityOf(caller) }),
  ) =>
  async (call: Call) => {
    const asked = readFilters(call, listing.filters);
    const sight = await sightOf(call);
    const narrowing = [...Object.entries(await related(call)), ...Object.entries(sight.related ?? {})];
    const filters = narrowing.reduce<Filters<T> | undefined>(
      (before, found) => before && narrowed(listing.filters, before, found),
      asked,
    );
    if (filters === undefined) return listReply(call, pageOf<T>([]), listing);
    const { matches, ...within } = filters;
    const scope = { visibility: sight.visibility, ...within };
    const list = (page: PageRequest) => repository.list(scope, page, matches);
    return listReply(call, list, listing);
  };
