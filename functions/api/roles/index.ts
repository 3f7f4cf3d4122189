import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { rolesRoutes } from './routes.ts';

export const handler = apiHandler(apiDeps('api/roles'), rolesRoutes);
