import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { usersRoutes } from './routes.ts';

const deps = apiDeps('api/users');
export const handler = apiHandler(deps, usersRoutes(deps));
