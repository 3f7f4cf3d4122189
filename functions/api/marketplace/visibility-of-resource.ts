import { visibilityOf } from '#shared/domain/organizations/caller';
import { seesSold } from '#shared/domain/organizations/placement';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import type { ListVisibility } from '../_http/lists/list-route.ts';
import type { Call } from '../_http/router.ts';

/** A seller sees everything in a list that is filtered by the sold resource. */
export const visibilityOfResource =
  ({ store }: { store: Pick<Store, 'resources'> }) =>
  async (call: Call): Promise<ListVisibility> => {
    const own = visibilityOf(call.caller);
    if (own === 'all' || own.customers.length === 0) return { visibility: own };
    const { resourceUuid } = readFilters(call, { within: ['resource'] });
    const resource = resourceUuid === undefined ? undefined : await store.resources.find(resourceUuid);
    return { visibility: resource && seesSold(call.caller, resource) ? 'all' : own };
  };
