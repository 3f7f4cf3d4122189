import type { PoolMachine } from '../change/pool-machine.ts';
import type { Condition } from '../scaling/machine-removal.ts';
import type { MachinePhase } from './phases.ts';

/** A Machine of Cluster API. It exists in Rancher before the machine's server exists. */
export type SeenMachine = {
  name: string;
  poolName: string;
  phase: MachinePhase;
  /** The Kubernetes node that the machine has become. Absent if the machine is not a node yet. */
  nodeName?: string | undefined;
  /** Facts that only Rancher and the cloud know. The Kubernetes API of the cluster does not have them. */
  flavorId?: string | undefined;
  imageId?: string | undefined;
  providerId?: string | undefined;
};
/** A Machine with facts from its infrastructure machine, for views. */
export type ShownMachine = SeenMachine &
  PoolMachine & {
    /**
     * The template from which the machine was created. Empty if the infrastructure machine does not exist yet, or no
     * longer exists.
     */
    templateName: string;
    /** Name of the server and of the infrastructure machine. Empty until Rancher has chosen this name. */
    serverName: string;
    /** Size of the volume from which the machine boots. 0 if the machine boots from the disk of its flavor. */
    rootVolumeGb?: number;
    /** Why Rancher could not create the server, in Rancher's words. */
    failure?: string;
    annotations: Readonly<Record<string, string>>;
    conditions: readonly Condition[];
  };
/** A node, as the cluster itself shows it. `machineName`: the machine to which the node refers. */
export type SeenNode = { name: string; machineName?: string | undefined };

/**
 * A machine with its node. `joining`: the machine has no node yet. `lost`: the node of the machine is gone. `orphan`:
 * the node has no machine, so nothing replaces or deletes the node.
 */
export type JoinedMachine<M extends SeenMachine = SeenMachine, N extends SeenNode = SeenNode> =
  | { kind: 'joined'; machine: M; node: N }
  | { kind: 'joining' | 'lost'; machine: M }
  | { kind: 'orphan'; node: N };

/**
 * Machines and nodes of one cluster, joined by the name of the node. If Rancher does not know the name of a machine's
 * node yet, the name of the machine is used instead.
 */
export function joinMachines<M extends SeenMachine, N extends SeenNode>(
  machines: readonly M[],
  nodes: readonly N[],
): JoinedMachine<M, N>[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const byMachine = new Map(nodes.map((node) => [node.machineName, node]));
  const joined = machines.map((machine): JoinedMachine<M, N> => {
    const { name, nodeName } = machine;
    const node = nodeName === undefined ? byMachine.get(name) : byName.get(nodeName);
    if (node) return { kind: 'joined', machine, node };
    return { kind: nodeName === undefined ? 'joining' : 'lost', machine };
  });
  const taken = new Set(joined.flatMap((row) => (row.kind === 'joined' ? row.node.name : [])));
  const orphans = nodes.filter(({ name }) => !taken.has(name));
  return [...joined, ...orphans.map((node): JoinedMachine<M, N> => ({ kind: 'orphan', node }))];
}

/** The objects that the management view of a cluster shows: machines of Cluster API, or nodes of the cluster. */
export type ShownObjects = 'machines' | 'nodes';
/**
 * Whether the management view of a cluster shows machines or nodes. Clusters that Rancher has provisioned have
 * machines. Imported clusters and RKE1 clusters have only nodes.
 */
export const shownObjects = (cluster: { isProvisioned: boolean; machineCount: number }): ShownObjects =>
  cluster.isProvisioned || cluster.machineCount > 0 ? 'machines' : 'nodes';
