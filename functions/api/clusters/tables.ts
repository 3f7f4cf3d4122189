import type { DepsOf, TablesOf } from '../_http/router.ts';
import { rancherClusterSecurityGroupsRoutes } from '../infrastructure/rancher-cluster-security-groups-routes.ts';
import { managedRancherClusterResourcesRoutes } from '../nodes/managed-rancher-cluster-resources-routes.ts';
import { rancherNodesRoutes } from '../nodes/rancher-nodes-routes.ts';
import { rancherClustersRoutes } from './rancher-clusters-routes.ts';

type Deps = DepsOf<
  [
    typeof rancherClustersRoutes,
    typeof rancherNodesRoutes,
    typeof rancherClusterSecurityGroupsRoutes,
    typeof managedRancherClusterResourcesRoutes,
  ]
>;

export const clustersTables = (deps: Deps): TablesOf<'api/clusters'> => ({
  'rancher-clusters': rancherClustersRoutes(deps),
  'rancher-nodes': rancherNodesRoutes(deps),
  'rancher-cluster-security-groups': rancherClusterSecurityGroupsRoutes(deps),
  'managed-rancher-cluster-resources': managedRancherClusterResourcesRoutes(deps),
});
