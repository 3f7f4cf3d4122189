import { listUserUsages } from '#shared/app/site-agents/list-user-usages';
import {
  componentUserUsageListing,
  ofUsages,
  ofUsers,
} from '#shared/contracts/rest/usage/marketplace-component-user-usages';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import type { Routes } from '../_http/router.ts';
import { visibilityOfResource } from '../marketplace/visibility-of-resource.ts';

type Deps = { store: Pick<Store, 'usages' | 'resources'> };

export const marketplaceComponentUserUsagesRoutes = (deps: Deps): Routes => ({
  'GET /': async (call) => {
    const { matches, ...within } = readFilters(call, ofUsages);
    const { matches: matchesUser } = readFilters(call, ofUsers);
    const { visibility } = await visibilityOfResource(deps)(call);
    const asked = { scope: { visibility, ...within }, matches, matchesUser };
    return listReply(call, (page: PageRequest) => listUserUsages(deps, asked, page), componentUserUsageListing);
  },
});
