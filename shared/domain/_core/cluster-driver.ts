import { z } from 'zod';
import { Conflict } from '#shared/errors';

/**
 * Names of drivers. A driver is one way of creating clusters. `shared/drivers/registry.ts` lists the parts of each
 * driver.
 */
export const driverName = z.enum(['rancher-custom', 'rancher-pools', 'cluster-api']);
export type DriverName = z.infer<typeof driverName>;

/** Kinds of work on a cluster. Each driver has a state machine for each kind of work that it supports. */
export type ClusterWork = 'createCluster' | 'deleteCluster' | ClusterUpdate | 'addNode' | 'deleteNode';
/** Kinds of work on a whole cluster, other than its creation and its deletion. */
export type ClusterUpdate =
  | 'upgradeCluster'
  | 'rotateCertificates'
  | 'operateCluster'
  | 'hibernateCluster'
  | 'wakeCluster'
  | 'changePools'
  | 'changeClusterApi';

type MachineNames = Readonly<Record<'createCluster' | 'deleteCluster', string> & Partial<Record<ClusterWork, string>>>;
/** The name of the state machine for each driver and kind of work. All code takes the name from here. */
export const DRIVER_MACHINES = {
  'rancher-custom': {
    createCluster: 'create-cluster',
    deleteCluster: 'delete-cluster',
    upgradeCluster: 'upgrade-cluster',
    rotateCertificates: 'rotate-certificates',
    operateCluster: 'operate-cluster',
    hibernateCluster: 'hibernate-cluster',
    wakeCluster: 'wake-cluster',
    addNode: 'add-node',
    deleteNode: 'delete-node',
  },
  'rancher-pools': {
    createCluster: 'create-pool-cluster',
    deleteCluster: 'delete-pool-cluster',
    upgradeCluster: 'upgrade-cluster',
    rotateCertificates: 'rotate-certificates',
    operateCluster: 'operate-cluster',
    changePools: 'change-pools',
  },
  'cluster-api': {
    createCluster: 'create-cluster-api-cluster',
    deleteCluster: 'delete-cluster-api-cluster',
    changeClusterApi: 'update-cluster-api-cluster',
  },
} as const satisfies Readonly<Record<DriverName, MachineNames>>;

type Machines = typeof DRIVER_MACHINES;
/** The names of the state machines that do this kind of work. */
type MachineOf<W extends ClusterWork> = {
  [N in DriverName]: Machines[N] extends Readonly<Record<W, infer Name>> ? Name : never;
}[DriverName];

const NO_NODE_GROUPS = 'This cluster is not made by Cluster API, so it has no node groups.';
/** Messages for users: why clusters of a driver do not support a kind of work, and what to do instead. */
const UNSUPPORTED: Readonly<Record<DriverName, Readonly<Partial<Record<ClusterWork, string>>>>> = {
  'rancher-custom': {
    changePools: 'This cluster has no machine pools: add or delete nodes instead.',
    changeClusterApi: NO_NODE_GROUPS,
  },
  'rancher-pools': {
    addNode: 'Rancher creates the machines of this cluster: change the quantity of a pool instead.',
    deleteNode: 'Rancher deletes the machines of this cluster: delete a machine of a pool instead.',
    changeClusterApi: NO_NODE_GROUPS,
    hibernateCluster: 'A cluster with machine pools cannot be hibernated: set the quantity of its worker pools to 0.',
  },
  'cluster-api': {
    addNode: 'Cluster API creates the machines of this cluster: change the node count of a node group by `resize`.',
    deleteNode: 'Cluster API deletes the machines of this cluster: name the machine in `nodes_to_remove` of `resize`.',
    changePools: 'This cluster has no machine pools: change the node count of a node group by `resize`.',
    hibernateCluster:
      'A cluster of Cluster API cannot be hibernated: set the node count of its node groups of workers to 0 by `resize`.',
  },
};

function findMachine<W extends ClusterWork>(work: W, name: DriverName): MachineOf<W> | undefined {
  const machines: Readonly<Partial<Record<ClusterWork, string>>> = DRIVER_MACHINES[name];
  // The cast is safe, because `MachineOf` has the names of all state machines that do this kind of work.
  return machines[work] as MachineOf<W> | undefined;
}

export const machinesFor = <W extends ClusterWork>(work: W): MachineOf<W>[] =>
  [...new Set(driverName.options.map((name) => findMachine(work, name)))].filter((name) => name !== undefined);

/** Whether the state machine does this kind of work for at least one driver. */
export const isMachineFor = (work: ClusterWork, machine: string): boolean =>
  machinesFor(work).some((name) => name === machine);

/**
 * A record with the name of its driver. Records of earlier releases lack the name. Their driver is `rancher-custom`.
 */
export type OfDriver = { driver?: DriverName | undefined };
export const driverNameOf = ({ driver }: OfDriver): DriverName => driver ?? 'rancher-custom';

/** Throws Conflict if the cluster's driver cannot do this kind of work. */
export function machineFor<W extends ClusterWork>(work: W, cluster: OfDriver): MachineOf<W> {
  const driver = driverNameOf(cluster);
  const machine = findMachine(work, driver);
  if (machine === undefined) {
    throw new Conflict(UNSUPPORTED[driver][work] ?? `This call is not possible for clusters of the driver ${driver}.`);
  }
  return machine;
}

/**
 * Throws Conflict if the cluster's driver cannot do this kind of work. Used by checks that do not need the name of the
 * state machine.
 */
export function assertSupported(work: ClusterWork, cluster: OfDriver): void {
  machineFor(work, cluster);
}
