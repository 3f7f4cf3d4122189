import type { DepsOf, TablesOf } from '../_http/router.ts';
import { marketplaceOrdersRoutes } from '../marketplace-orders/routes.ts';
import { marketplaceProviderResourcesRoutes } from '../marketplace-provider-resources/routes.ts';
import { marketplaceResourcesRoutes } from '../marketplace-resources/routes.ts';

type Deps = DepsOf<[typeof marketplaceOrdersRoutes, typeof marketplaceResourcesRoutes]>;

export const ordersTables = (deps: Deps): TablesOf<'api/orders'> => ({
  'marketplace-orders': marketplaceOrdersRoutes(deps),
  'marketplace-resources': marketplaceResourcesRoutes(deps),
  'marketplace-provider-resources': marketplaceProviderResourcesRoutes(deps),
});
