import { addNode } from '../add-node/definition.ts';
import { createCluster } from '../create-cluster/definition.ts';
import { deleteCluster } from '../delete-cluster/definition.ts';
import { deleteNode } from '../delete-node/definition.ts';
import { hibernateCluster } from '../hibernate-cluster/definition.ts';
import { operateCluster } from '../operate-cluster/definition.ts';
import { replaceServers } from '../replace-servers/definition.ts';
import { rotateCertificates } from '../rotate-certificates/definition.ts';
import { upgradeCluster } from '../upgrade-cluster/definition.ts';
import { wakeCluster } from '../wake-cluster/definition.ts';
import { watchNodes } from '../watch-nodes/definition.ts';
import type { DriverMachines } from './driver-machines.ts';

export const rancherCustom: DriverMachines = {
  name: 'rancher-custom',
  machines: [
    createCluster,
    deleteCluster,
    upgradeCluster,
    rotateCertificates,
    operateCluster,
    hibernateCluster,
    wakeCluster,
    addNode,
    deleteNode,
    watchNodes,
    replaceServers,
  ],
};
