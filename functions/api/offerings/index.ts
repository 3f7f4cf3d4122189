import { apiDepsWithOpenStack } from '#shared/runtime/wiring/api-with-openstack';
import { connectedClusterApi, connectedRancher } from '#shared/runtime/wiring/backends';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { offeringsTable } from './tables.ts';

const base = apiDepsWithOpenStack('api/offerings');
const deps = {
  ...base,
  rancher: connectedRancher(base.secrets, base.stage),
  // Only clusters in Rancher are imported. So this function may read no token of a management side.
  clusterApi: connectedClusterApi(base.secrets, base.stage),
};
export const handler = apiHandler(deps, makeRoutes(deps, offeringsTable));
