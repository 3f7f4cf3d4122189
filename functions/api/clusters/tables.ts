import type { TablesOf } from '../_http/router.ts';
import { managedRancherClusterResourcesRoutes } from '../managed-rancher-cluster-resources/routes.ts';
import { rancherClusterSecurityGroupsRoutes } from '../rancher-cluster-security-groups/routes.ts';
import { rancherClustersRoutes } from '../rancher-clusters/routes.ts';
import { rancherNodesRoutes } from '../rancher-nodes/routes.ts';

type Deps = Parameters<typeof rancherClustersRoutes>[0] &
  Parameters<typeof rancherNodesRoutes>[0] &
  Parameters<typeof rancherClusterSecurityGroupsRoutes>[0] &
  Parameters<typeof managedRancherClusterResourcesRoutes>[0];

export const clustersTables = (deps: Deps): TablesOf<'api/clusters'> => ({
  'rancher-clusters': rancherClustersRoutes(deps),
  'rancher-nodes': rancherNodesRoutes(deps),
  'rancher-cluster-security-groups': rancherClusterSecurityGroupsRoutes(deps),
  'managed-rancher-cluster-resources': managedRancherClusterResourcesRoutes(deps),
});
