import type { MachinePhase } from './phases.ts';

/** A Machine, which Rancher has before there is a server. */
export type SeenMachine = {
  name: string;
  poolName: string;
  phase: MachinePhase;
  /** The Kubernetes node that it has become. Absent: none yet. */
  nodeName?: string | undefined;
  /** What only Rancher and the cloud know. The cluster itself does not. */
  flavorId?: string | undefined;
  imageId?: string | undefined;
  providerId?: string | undefined;
};
/** A node, as the cluster itself shows it. */
export type SeenNode = { name: string; providerId?: string | undefined };

/**
 * A machine with its node. `joining`: a machine that is no node yet. `lost`: a machine whose node is gone. `orphan`: a
 * node without a machine, which nothing replaces or deletes.
 */
export type JoinedMachine =
  | { kind: 'joined'; machine: SeenMachine; node: SeenNode }
  | { kind: 'joining' | 'lost'; machine: SeenMachine }
  | { kind: 'orphan'; node: SeenNode };

/** Machines and nodes of one cluster, joined by the name of the node and, without one, by the id of the server. */
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

/** What a cluster is managed by: its machines, or its nodes if Rancher has not made it. */
export type ShownObjects = 'machines' | 'nodes';
/**
 * Which of the two the management view of a cluster shows. Clusters that Rancher has provisioned have machines. Those
 * that were imported, and those of Rancher's first way of provisioning, have nodes only.
 */
export const shownObjects = (cluster: { isProvisioned: boolean; machineCount: number }): ShownObjects =>
  cluster.isProvisioned || cluster.machineCount > 0 ? 'machines' : 'nodes';
