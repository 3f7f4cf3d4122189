import type { DepsOf, TablesOf } from '../_http/router.ts';
import { managedRancherClusterResourcesRoutes } from '../managed-rancher-cluster-resources/routes.ts';
import { rancherClusterSecurityGroupsRoutes } from '../rancher-cluster-security-groups/routes.ts';
import { rancherClustersRoutes } from '../rancher-clusters/routes.ts';
import { rancherNodesRoutes } from '../rancher-nodes/routes.ts';

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
