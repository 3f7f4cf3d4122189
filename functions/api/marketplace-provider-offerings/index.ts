import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplaceProviderOfferingsRoutes } from './routes.ts';

const deps = apiDeps('api/marketplace-provider-offerings');
export const handler = apiHandler(deps, marketplaceProviderOfferingsRoutes(deps));
