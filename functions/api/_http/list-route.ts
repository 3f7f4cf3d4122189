import type { Listing } from '#shared/contracts/rest/listing';
import { visibilityOf } from '#shared/domain/caller';
import type { RecordBase } from '#shared/domain/record';
import type { ListedRepository, PageRequest } from '#shared/ports/store';
import { readFilters } from './filters.ts';
import { listReply } from './list-reply.ts';
import { ordered } from './ordering.ts';
import type { Call } from './router.ts';

/** The list of what the caller may see in a repository: narrowed, filtered, ordered and paged as the query asks. */
export const listRoute =
  <T extends RecordBase, V>(repository: Pick<ListedRepository<T>, 'list'>, listing: Listing<T, V>) =>
  (call: Call) => {
    const { query } = call.request;
    const { matches, ...within } = readFilters(query, listing.filters);
    const scope = { visibility: visibilityOf(call.caller), ...within };
    const list = (page: PageRequest) => repository.list(scope, page, matches);
    return listReply(call, ordered(query, list, listing.orderings), listing);
  };
