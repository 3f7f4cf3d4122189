import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { apiHandler } from '../_http/api-handler.ts';
import { rancherClusterSecurityGroupsRoutes } from './routes.ts';

const deps = apiDepsWithOpenStack('api/rancher-cluster-security-groups');
export const handler = apiHandler(deps, rancherClusterSecurityGroupsRoutes(deps));
