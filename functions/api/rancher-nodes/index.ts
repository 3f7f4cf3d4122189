import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { rancherNodesRoutes } from './routes.ts';

const deps = apiDeps('api/rancher-nodes');
export const handler = apiHandler(deps, rancherNodesRoutes(deps));
