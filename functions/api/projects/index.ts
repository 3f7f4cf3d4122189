import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { projectsRoutes } from './routes.ts';

const deps = apiDeps('api/projects');
export const handler = apiHandler(deps, projectsRoutes(deps));
