import { createClusterApiCluster } from '../create-cluster-api-cluster/definition.ts';
import { deleteClusterApiCluster } from '../delete-cluster-api-cluster/definition.ts';
import { updateClusterApiCluster } from '../update-cluster-api-cluster/definition.ts';
import type { DriverMachines } from './driver-machines.ts';

export const clusterApi: DriverMachines = {
  name: 'cluster-api',
  machines: [createClusterApiCluster, deleteClusterApiCluster, updateClusterApiCluster],
};
