import { changePools } from '../change-pools/definition.ts';
import { createPoolCluster } from '../create-pool-cluster/definition.ts';
import { deletePoolCluster } from '../delete-pool-cluster/definition.ts';
import { operateCluster } from '../operate-cluster/definition.ts';
import { rotateCertificates } from '../rotate-certificates/definition.ts';
import { upgradeCluster } from '../upgrade-cluster/definition.ts';
import type { DriverMachines } from './driver-machines.ts';

export const rancherPools: DriverMachines = {
  name: 'rancher-pools',
  machines: [createPoolCluster, deletePoolCluster, changePools, upgradeCluster, rotateCertificates, operateCluster],
};
