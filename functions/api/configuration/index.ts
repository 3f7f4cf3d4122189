import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { configurationRoutes } from './routes.ts';

const deps = apiDeps('api/configuration');
export const handler = apiHandler(deps, configurationRoutes(deps));
