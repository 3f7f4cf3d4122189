import type { MachinePhase } from './phases.ts';

/** A Machine of Cluster API. It exists in Rancher before the machine's server exists. */
export type SeenMachine = {
  name: string;
  poolName: string;
  phase: MachinePhase;
  /** The Kubernetes node that the machine has become. Absent if it is no node yet. */
  nodeName?: string | undefined;
  /** Facts that only Rancher and the cloud know. The Kubernetes API of the cluster does not have them. */
  flavorId?: string | undefined;
  imageId?: string | undefined;
  providerId?: string | undefined;
};
/** A node, as the cluster's own Kubernetes API shows it. */
export type SeenNode = { name: string; providerId?: string | undefined };

/**
 * A machine with its node. `joining`: a machine that is no node yet. `lost`: a machine whose node is gone. `orphan`: a
 * node without a machine, which nothing replaces or deletes.
 */
export type JoinedMachine =
  | { kind: 'joined'; machine: SeenMachine; node: SeenNode }
  | { kind: 'joining' | 'lost'; machine: SeenMachine }
  | { kind: 'orphan'; node: SeenNode };

/**
 * Machines and nodes of one cluster, joined by the node's name. If a machine names no node, it is joined by the id of
 * its server.
 */
export function joinMachines(machines: readonly SeenMachine[], nodes: readonly SeenNode[]): JoinedMachine[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const byServer = new Map(nodes.flatMap((node) => (node.providerId ? [[node.providerId, node]] : [])));
  const joined = machines.map((machine): JoinedMachine => {
    const { nodeName, providerId } = machine;
    const node = nodeName === undefined ? byServer.get(providerId ?? '') : byName.get(nodeName);
    if (node) return { kind: 'joined', machine, node };
    return { kind: nodeName === undefined ? 'joining' : 'lost', machine };
  });
  const taken = new Set(joined.flatMap((row) => (row.kind === 'joined' ? row.node.name : [])));
  const orphans = nodes.filter(({ name }) => !taken.has(name));
  return [...joined, ...orphans.map((node): JoinedMachine => ({ kind: 'orphan', node }))];
}

/** The objects by which a cluster is managed: its machines, or its nodes if Rancher did not create the machines. */
export type ShownObjects = 'machines' | 'nodes';
/**
 * Whether the management view of a cluster shows machines or nodes. Clusters that Rancher has provisioned have
 * machines. Imported clusters, and clusters of Rancher's first way of provisioning, have only nodes.
 */
export const shownObjects = (cluster: { isProvisioned: boolean; machineCount: number }): ShownObjects =>
  cluster.isProvisioned || cluster.machineCount > 0 ? 'machines' : 'nodes';
