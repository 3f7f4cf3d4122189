import { listOfferingUsers } from '#shared/app/site-agent/list-offering-users';
import { offeringUserListing } from '#shared/contracts/rest/marketplace-offering-users';
import type { Store } from '#shared/ports/store';
import { uuidParams } from '../_http/asked-filters.ts';
import { readFilters } from '../_http/filters.ts';
import { listReply } from '../_http/list-reply.ts';
import { pageOf } from '../_http/page-of.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'offerings' | 'resources' | 'grants' | 'users'> };

export const marketplaceOfferingUsersRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) => {
    const { matches = () => true } = readFilters(call, offeringUserListing.filters);
    const users = await listOfferingUsers(deps, call.caller, uuidParams(call.request.query, 'offering_uuid'));
    return listReply(call, pageOf(users.filter(matches)), offeringUserListing);
  },
});
