import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplaceComponentUsagesRoutes } from './routes.ts';

const deps = apiDeps('api/marketplace-component-usages');
export const handler = apiHandler(deps, marketplaceComponentUsagesRoutes(deps));
