import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { connectedClusterApi, connectedKeystoneTokens } from '#shared/runtime/wiring/backends';
import { signCertificateRequest } from '#shared/runtime/wiring/certificates';
import { magnumHandler } from './magnum-handler.ts';
import { magnumRoutes } from './routes.ts';

const base = apiDepsWithOpenStack('api/magnum');
const deps = {
  ...base,
  clusterApi: connectedClusterApi(base.secrets, base.stage),
  keystoneTokens: connectedKeystoneTokens(),
  signCertificateRequest,
};
export const handler = magnumHandler(deps, magnumRoutes(deps));
