import { apiDeps } from '#shared/runtime/wiring/api';
import { openstackDeps } from '#shared/runtime/wiring/openstack';
import { secretsDeps } from '#shared/runtime/wiring/secrets';
import { apiHandler } from '../_http/api-handler.ts';
import { rancherClustersRoutes } from './routes.ts';

const base = { ...apiDeps('api/rancher-clusters'), ...secretsDeps() };
const deps = { ...base, ...openstackDeps(base) };
export const handler = apiHandler(deps, rancherClustersRoutes(deps));
