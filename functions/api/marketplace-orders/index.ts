import { apiDeps } from '#shared/runtime/wiring/api';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { openstackOf } from '#shared/runtime/wiring/backends';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplaceOrdersRoutes } from './routes.ts';

const base = apiDeps('api/marketplace-orders');
const secrets = awsSecrets();
const deps = { ...base, secrets, openstack: openstackOf(base.store, secrets, base.stage) };
export const handler = apiHandler(deps, marketplaceOrdersRoutes(deps));
