import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplaceProviderOfferingsRoutes } from './routes.ts';

const deps = apiDepsWithOpenStack('api/marketplace-provider-offerings');
export const handler = apiHandler(deps, marketplaceProviderOfferingsRoutes(deps));
