import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { apiHandler } from '../_http/api-handler.ts';
import { rancherClustersRoutes } from './routes.ts';

const deps = apiDepsWithOpenStack('api/rancher-clusters');
export const handler = apiHandler(deps, rancherClustersRoutes(deps));
