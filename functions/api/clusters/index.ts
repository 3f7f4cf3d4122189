import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { connectedClusterApi, connectedRancher } from '#shared/runtime/wiring/backends';
import { signClientCertificate } from '#shared/runtime/wiring/certificates';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { clustersTable } from './tables.ts';

const base = apiDepsWithOpenStack('api/clusters');
const deps = {
  ...base,
  rancher: connectedRancher(base.secrets, base.stage),
  clusterApi: connectedClusterApi(base.secrets, base.stage),
  signClientCertificate,
};
export const handler = apiHandler(deps, makeRoutes(deps, clustersTable));
