import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { apiHandler } from '../_http/api-handler.ts';
import { managedRancherClusterResourcesRoutes } from './routes.ts';

const deps = apiDepsWithOpenStack('api/managed-rancher-cluster-resources');
export const handler = apiHandler(deps, managedRancherClusterResourcesRoutes(deps));
