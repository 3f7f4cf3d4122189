import type { DepsOf, TablesOf } from '../_http/router.ts';
import { marketplaceOrdersRoutes } from '../marketplace/marketplace-orders-routes.ts';
import { marketplaceResourcesRoutes } from '../marketplace/marketplace-resources-routes.ts';
import { marketplaceProviderResourcesRoutes } from '../site-agents/marketplace-provider-resources-routes.ts';

type Deps = DepsOf<[typeof marketplaceOrdersRoutes, typeof marketplaceResourcesRoutes]>;

export const ordersTables = (deps: Deps): TablesOf<'api/orders'> => ({
  'marketplace-orders': marketplaceOrdersRoutes(deps),
  'marketplace-resources': marketplaceResourcesRoutes(deps),
  'marketplace-provider-resources': marketplaceProviderResourcesRoutes(deps),
});
