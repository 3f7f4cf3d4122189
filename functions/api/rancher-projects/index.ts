import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { rancherProjectsRoutes } from './routes.ts';

const deps = apiDeps('api/rancher-projects');
export const handler = apiHandler(deps, rancherProjectsRoutes(deps));
