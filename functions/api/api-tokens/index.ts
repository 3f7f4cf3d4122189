import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { apiTokensRoutes } from './routes.ts';

const deps = apiDeps('api/api-tokens');
export const handler = apiHandler(deps, apiTokensRoutes(deps));
