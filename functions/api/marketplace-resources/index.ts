import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplaceResourcesRoutes } from './routes.ts';

const deps = apiDeps('api/marketplace-resources');
export const handler = apiHandler(deps, marketplaceResourcesRoutes(deps));
