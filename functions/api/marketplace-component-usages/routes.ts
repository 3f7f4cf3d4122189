import { componentUsageListing } from '#shared/contracts/rest/marketplace-component-usages';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/list-route.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'usages'>; clock: Clock };

export const marketplaceComponentUsagesRoutes = ({ store, clock }: Deps): Routes => ({
  'GET /': (call) => listRoute(store.usages, componentUsageListing(clock.now()))(call),
});
