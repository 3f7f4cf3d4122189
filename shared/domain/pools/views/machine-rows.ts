import type { Uuid } from '../../_core/identifier.ts';
import type { Cluster } from '../../clusters/cluster.ts';
import type { RancherRole } from '../../planning/rancher-role.ts';
import { type JoinedMachine, joinMachines, type SeenNode, type ShownMachine } from './machines-and-nodes.ts';

export type ShownNode = SeenNode & { state: string; roles: readonly RancherRole[]; isReady: boolean };
type OfCluster = Pick<Cluster, 'uuid' | 'name' | 'settingsUuid' | 'provisioningName' | 'machinePools'>;
/** A machine, a node, or both, with the cluster and the pool that they belong to. */
export type MachineRow = {
  cluster: OfCluster;
  /** The pool of the machine. Absent for a node without a machine, and for a machine of a pool that was deleted. */
  poolUuid?: Uuid;
  kind: JoinedMachine['kind'];
  machine?: ShownMachine;
  node?: ShownNode;
};

function rowOf(cluster: OfCluster, row: Pick<MachineRow, 'kind' | 'machine' | 'node'>): MachineRow {
  const pool = cluster.machinePools?.pools.find(({ spec }) => spec.name === row.machine?.poolName);
  return { cluster, ...(pool && { poolUuid: pool.uuid }), ...row };
}

/** Machines and nodes of one cluster. */
export const machineRows = (
  cluster: OfCluster,
  machines: readonly ShownMachine[],
  nodes: readonly ShownNode[],
): MachineRow[] => joinMachines(machines, nodes).map((row) => rowOf(cluster, row));

/**
 * Machines of several clusters, selected from all machines of their Rancher. Nodes are not read, so a machine that has
 * lost its node is shown as joined.
 */
export function machineRowsOfAll(
  clusters: readonly OfCluster[],
  listed: readonly { provisioningName: string; machine: ShownMachine }[],
): MachineRow[] {
  const byName = new Map(clusters.map((cluster) => [cluster.provisioningName ?? cluster.name, cluster]));
  return listed.flatMap(({ provisioningName, machine }) => {
    const cluster = byName.get(provisioningName);
    return cluster ? [rowOf(cluster, { kind: machine.nodeName === undefined ? 'joining' : 'joined', machine })] : [];
  });
}
