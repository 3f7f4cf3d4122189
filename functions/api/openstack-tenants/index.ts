import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { apiHandler } from '../_http/api-handler.ts';
import { openstackTenantsRoutes } from './routes.ts';

const deps = apiDepsWithOpenStack('api/openstack-tenants');
export const handler = apiHandler(deps, openstackTenantsRoutes(deps));
