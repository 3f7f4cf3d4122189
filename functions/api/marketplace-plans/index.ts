import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplacePlansRoutes } from './routes.ts';

const deps = apiDeps('api/marketplace-plans');
export const handler = apiHandler(deps, marketplacePlansRoutes(deps));
