import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { keysRoutes } from './routes.ts';

const deps = apiDeps('api/keys');
export const handler = apiHandler(deps, keysRoutes(deps));
