import { rancherClustersResource } from '#shared/contracts/rest/clusters/cluster-operations';
import { rancherClusterSecurityGroupsResource } from '#shared/contracts/rest/infrastructure/rancher-cluster-security-groups';
import {
  managedRancherClusterResourcesResource,
  rancherNodesResource,
} from '#shared/contracts/rest/nodes/node-operations';
import { rancherMachinesResource } from '#shared/contracts/rest/pools/machines';
import type { ResourceTable } from '../_http/router.ts';
import { rancherClusterSecurityGroupsRoutes } from '../infrastructure/rancher-cluster-security-groups-routes.ts';
import { managedRancherClusterResourcesRoutes } from '../nodes/managed-rancher-cluster-resources-routes.ts';
import { rancherNodesRoutes } from '../nodes/rancher-nodes-routes.ts';
import { rancherMachinesRoutes } from '../pools/rancher-pools-routes.ts';
import { rancherClustersRoutes } from './rancher-clusters-routes.ts';

export const CLUSTERS_SEGMENTS = [
  'rancher-clusters',
  'rancher-nodes',
  'rancher-machines',
  'rancher-cluster-security-groups',
  'managed-rancher-cluster-resources',
] as const;

/** Routes that call clouds and Ranchers for existing clusters. */
export const clustersTable = {
  'rancher-clusters': [rancherClustersResource, rancherClustersRoutes],
  'rancher-nodes': [rancherNodesResource, rancherNodesRoutes],
  'rancher-machines': [rancherMachinesResource, rancherMachinesRoutes],
  'rancher-cluster-security-groups': [rancherClusterSecurityGroupsResource, rancherClusterSecurityGroupsRoutes],
  'managed-rancher-cluster-resources': [managedRancherClusterResourcesResource, managedRancherClusterResourcesRoutes],
} satisfies ResourceTable<(typeof CLUSTERS_SEGMENTS)[number]>;
