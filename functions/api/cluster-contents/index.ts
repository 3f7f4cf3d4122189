import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { clusterContentsRoutes } from './routes.ts';

const deps = apiDeps('api/cluster-contents');
export const handler = apiHandler(deps, new Map(Object.entries(clusterContentsRoutes(deps))));
