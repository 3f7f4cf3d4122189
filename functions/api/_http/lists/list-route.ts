import type { FilterTable, Listing } from '#shared/contracts/rest/_core/listing';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import { type Visibility, visibilityOf } from '#shared/domain/organizations/caller';
import type { ListedRepository, PageRequest } from '#shared/ports/store';
import type { Call } from '../router.ts';
import { type Filters, readFilters } from './filters.ts';
import { listReply } from './list-reply.ts';
import { pageOf } from './page-of.ts';

/** By a filter of `uuids`, what it has to be one of: found among other records, which the rows refer to. */
export type Related = Readonly<Record<string, readonly Uuid[]>>;
/** What the caller sees of a list that is asked in this way; `related` holds it to that. */
export type ListVisibility = { visibility: Visibility; related?: Related | undefined };
/** More values are no queries of an index: the rows are looked at, where they have such a value. */
const MAX_QUERIED = 20;

/** The filters, narrowed by one more; undefined when that leaves nothing. */
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
 * The list of what the caller may see in a repository: narrowed, filtered, ordered and paged as the query asks. `related` finds what
 * filters mean that are about other records; `sightOf` whether more is to be seen than the caller’s own.
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
