import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { rancherRoleTemplatesRoutes } from './routes.ts';

const deps = apiDeps('api/rancher-role-templates');
export const handler = apiHandler(deps, rancherRoleTemplatesRoutes(deps));
