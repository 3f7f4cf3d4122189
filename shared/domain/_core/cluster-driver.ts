import { z } from 'zod';

/** Ways of making clusters. `shared/drivers/registry.ts` has what each brings. */
export const driverName = z.enum(['rancher-custom']);
export type DriverName = z.infer<typeof driverName>;

/** Work on a cluster for which each driver has a state machine of its own. */
export type ClusterWork = 'createCluster' | 'deleteCluster' | 'upgradeCluster' | 'addNode' | 'deleteNode';

/** The names of these machines. Operations and definitions read them here, so neither asks which driver it is. */
export const DRIVER_MACHINES = {
  'rancher-custom': {
    createCluster: 'create-cluster',
    deleteCluster: 'delete-cluster',
    upgradeCluster: 'upgrade-cluster',
    addNode: 'add-node',
    deleteNode: 'delete-node',
  },
} as const satisfies Readonly<Record<DriverName, Readonly<Record<ClusterWork, string>>>>;
type MachinesOf = (typeof DRIVER_MACHINES)[DriverName];

/** Names of the machines of all drivers for one kind of work. */
export const machinesFor = <W extends ClusterWork>(work: W): MachinesOf[W][] =>
  Object.values(DRIVER_MACHINES).map((machines) => machines[work]);

/** Whether a machine is one of those for this work, whatever its driver. */
export const isMachineFor = (work: ClusterWork, machine: string): boolean =>
  machinesFor(work).some((name) => name === machine);

/** A record that names its driver. Absent: the first one, which all clusters of earlier releases have. */
export type OfDriver = { driver?: DriverName | undefined };
export const driverNameOf = ({ driver }: OfDriver): DriverName => driver ?? 'rancher-custom';

/** The machine that does this work on a cluster. */
export const machineFor = <W extends ClusterWork>(work: W, cluster: OfDriver): MachinesOf[W] =>
  DRIVER_MACHINES[driverNameOf(cluster)][work];
