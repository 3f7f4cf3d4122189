import type { TablesOf } from '../_http/router.ts';
import { marketplaceOrdersRoutes } from '../marketplace-orders/routes.ts';
import { marketplaceResourcesRoutes } from '../marketplace-resources/routes.ts';

type Deps = Parameters<typeof marketplaceOrdersRoutes>[0] & Parameters<typeof marketplaceResourcesRoutes>[0];

export const ordersTables = (deps: Deps): TablesOf<'api/orders'> => ({
  'marketplace-orders': marketplaceOrdersRoutes(deps),
  'marketplace-resources': marketplaceResourcesRoutes(deps),
});
