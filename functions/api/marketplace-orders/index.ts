import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplaceOrdersRoutes } from './routes.ts';

const deps = apiDepsWithOpenStack('api/marketplace-orders');
export const handler = apiHandler(deps, marketplaceOrdersRoutes(deps));
