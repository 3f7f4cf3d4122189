import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { connectedKeystoneTokens } from '#shared/runtime/wiring/backends';
import { magnumHandler } from './magnum-handler.ts';
import { magnumRoutes } from './routes.ts';

const deps = { ...apiDepsWithOpenStack('api/magnum'), keystoneTokens: connectedKeystoneTokens() };
export const handler = magnumHandler(deps, magnumRoutes(deps));
