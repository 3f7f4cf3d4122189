import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { apiHandler } from '../_http/api-handler.ts';
import { rancherNodesRoutes } from './routes.ts';

const deps = apiDepsWithOpenStack('api/rancher-nodes');
export const handler = apiHandler(deps, rancherNodesRoutes(deps));
