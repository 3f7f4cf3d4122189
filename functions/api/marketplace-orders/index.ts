import { apiDeps } from '#shared/runtime/wiring/api';
import { openstackDeps } from '#shared/runtime/wiring/openstack';
import { secretsDeps } from '#shared/runtime/wiring/secrets';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplaceOrdersRoutes } from './routes.ts';

const base = { ...apiDeps('api/marketplace-orders'), ...secretsDeps() };
const deps = { ...base, ...openstackDeps(base) };
export const handler = apiHandler(deps, marketplaceOrdersRoutes(deps));
