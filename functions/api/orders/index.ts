import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { connectedArgocd } from '#shared/runtime/wiring/backends';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { ordersTable } from './tables.ts';

const base = apiDepsWithOpenStack('api/orders');
const deps = { ...base, argocd: connectedArgocd(base.secrets, base.stage) };
export const handler = apiHandler(deps, makeRoutes(deps, ordersTable));
