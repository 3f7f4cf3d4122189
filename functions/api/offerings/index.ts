import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { connectedClusterApi, connectedRancher } from '#shared/runtime/wiring/backends';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { offeringsTable } from './tables.ts';

const base = apiDepsWithOpenStack('api/offerings');
const deps = {
  ...base,
  rancher: connectedRancher(base.secrets, base.stage),
  // This function imports only clusters that already exist in Rancher. It opens no session with a management cluster,
  // so it has no permission to read the tokens of management clusters.
  clusterApi: connectedClusterApi(base.secrets, base.stage),
};
export const handler = apiHandler(deps, makeRoutes(deps, offeringsTable));
