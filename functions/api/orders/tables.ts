import { marketplaceResourcesResource } from '#shared/contracts/rest/marketplace/marketplace-resources';
import { marketplaceOrdersResource } from '#shared/contracts/rest/marketplace/orders/marketplace-orders';
import { marketplaceProviderResourcesResource } from '#shared/contracts/rest/site-agents/marketplace-provider-resources';
import type { ResourceTable } from '../_http/router.ts';
import { marketplaceOrdersRoutes } from '../marketplace/marketplace-orders-routes.ts';
import { marketplaceResourcesRoutes } from '../marketplace/marketplace-resources-routes.ts';
import { marketplaceProviderResourcesRoutes } from '../site-agents/marketplace-provider-resources-routes.ts';

export const ORDERS_SEGMENTS = [
  'marketplace-orders',
  'marketplace-resources',
  'marketplace-provider-resources',
] as const;

export const ordersTable = {
  'marketplace-orders': [marketplaceOrdersResource, marketplaceOrdersRoutes],
  'marketplace-resources': [marketplaceResourcesResource, marketplaceResourcesRoutes],
  'marketplace-provider-resources': [marketplaceProviderResourcesResource, marketplaceProviderResourcesRoutes],
} satisfies ResourceTable<(typeof ORDERS_SEGMENTS)[number]>;
