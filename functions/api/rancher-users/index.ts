import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { rancherUsersRoutes } from './routes.ts';

const deps = apiDeps('api/rancher-users');
export const handler = apiHandler(deps, rancherUsersRoutes(deps));
