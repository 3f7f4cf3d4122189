import { z } from 'zod';

/**
 * Names of drivers. A driver is one way of creating clusters. `shared/drivers/registry.ts` lists the parts of each
 * driver.
 */
export const driverName = z.enum(['rancher-custom']);
export type DriverName = z.infer<typeof driverName>;

/** Kinds of work on a cluster. For each kind, each driver has a state machine. */
export type ClusterWork = 'createCluster' | 'deleteCluster' | ClusterUpdate | 'addNode' | 'deleteNode';
/** Work on a whole cluster that exists before and after it. */
export type ClusterUpdate = 'upgradeCluster' | 'rotateCertificates' | 'hibernateCluster' | 'wakeCluster';

/** The name of the state machine for each driver and kind of work. All code takes the name from here. */
export const DRIVER_MACHINES = {
  'rancher-custom': {
    createCluster: 'create-cluster',
    deleteCluster: 'delete-cluster',
    upgradeCluster: 'upgrade-cluster',
    rotateCertificates: 'rotate-certificates',
    hibernateCluster: 'hibernate-cluster',
    wakeCluster: 'wake-cluster',
    addNode: 'add-node',
    deleteNode: 'delete-node',
  },
} as const satisfies Readonly<Record<DriverName, Readonly<Record<ClusterWork, string>>>>;
type MachinesOf = (typeof DRIVER_MACHINES)[DriverName];

export const machinesFor = <W extends ClusterWork>(work: W): MachinesOf[W][] =>
  Object.values(DRIVER_MACHINES).map((machines) => machines[work]);

/** Whether the state machine does this kind of work, for any of the drivers. */
export const isMachineFor = (work: ClusterWork, machine: string): boolean =>
  machinesFor(work).some((name) => name === machine);

/**
 * A record with the name of its driver. Records of earlier releases lack the name. Their driver is `rancher-custom`.
 */
export type OfDriver = { driver?: DriverName | undefined };
export const driverNameOf = ({ driver }: OfDriver): DriverName => driver ?? 'rancher-custom';

export const machineFor = <W extends ClusterWork>(work: W, cluster: OfDriver): MachinesOf[W] =>
  DRIVER_MACHINES[driverNameOf(cluster)][work];
