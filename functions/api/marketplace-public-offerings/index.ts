import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplacePublicOfferingsRoutes } from './routes.ts';

const deps = apiDepsWithOpenStack('api/marketplace-public-offerings');
export const handler = apiHandler(deps, marketplacePublicOfferingsRoutes(deps));
