import { componentUsageListing } from '#shared/contracts/rest/marketplace-component-usages';
import type { SiteSettings } from '#shared/domain/site-settings';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/list-route.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'usages'>; clock: Clock; site: Pick<SiteSettings, 'currency'> };

export const marketplaceComponentUsagesRoutes = ({ store, clock, site }: Deps): Routes => ({
  'GET /': (call) =>
    listRoute(store.usages, componentUsageListing({ now: clock.now(), currency: site.currency }))(call),
});
