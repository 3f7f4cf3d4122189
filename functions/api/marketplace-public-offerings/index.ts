import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplacePublicOfferingsRoutes } from './routes.ts';

const deps = apiDeps('api/marketplace-public-offerings');
export const handler = apiHandler(deps, marketplacePublicOfferingsRoutes(deps));
