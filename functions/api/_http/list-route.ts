import type { z } from 'zod';
import type { Link } from '#shared/contracts/rest/link';
import { visibilityOf } from '#shared/domain/caller';
import type { RecordBase } from '#shared/domain/record';
import type { ListedRepository, PageRequest } from '#shared/ports/store';
import { type FilterTable, readFilters } from './filters.ts';
import { listReply } from './list-reply.ts';
import { type Orderings, ordered } from './ordering.ts';
import type { Call } from './router.ts';

type Listing<T, V> = {
  filters: FilterTable<T>;
  /** What `o=` may name; without it `o` is ignored, as Waldur does for some lists. */
  orderings?: Orderings<T>;
  schema: z.ZodType<V>;
  view: (link: Link, item: T) => V;
  /** Understands `field=`. */
  selectable?: true;
};

/** The list of what the caller may see in a repository: narrowed, filtered, ordered and paged as the query asks. */
export const listRoute =
  <T extends RecordBase, V>(
    repository: Pick<ListedRepository<T>, 'list'>,
    { filters, orderings, schema, view, selectable }: Listing<T, V>,
  ) =>
  ({ request, caller, link }: Call) => {
    const { matches, ...narrowed } = readFilters(request.query, filters);
    const scope = { visibility: visibilityOf(caller), ...narrowed };
    const list = (page: PageRequest) => repository.list(scope, page, matches);
    const shape = { schema, view: (item: T) => view(link, item), ...(selectable && { selectable }) };
    return listReply(request, orderings ? ordered(request.query, list, orderings) : list, shape);
  };
