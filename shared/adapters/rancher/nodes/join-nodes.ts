import { NO_FACTS } from '#shared/domain/nodes/node';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';
import { DELETING, type ListedMachine } from './machines.ts';

/** A node from Rancher's v3 API, with the name of its machine. The name is empty until Rancher has set it. */
export type ListedNode = { machineName: string; node: Omit<RancherNode, 'machine'> };

/**
 * Finds the machine by the machine name of the node. If a new node has no machine name yet, the host names are
 * compared.
 */
function machineOf({ machineName, node }: ListedNode, machines: readonly ListedMachine[]): ListedMachine | undefined {
  if (machineName !== '') return machines.find(({ name }) => name === machineName);
  return machines.find(({ hostname }) => hostname !== '' && hostname === node.hostname);
}

function joined(listed: ListedNode, machine: ListedMachine | undefined): RancherNode {
  const { machineName, node } = listed;
  if (!machine) return machineName === '' ? node : { ...node, machine: { name: machineName, phase: 'Deleted' } };
  const { name, phase } = machine;
  return {
    ...node,
    ...(phase === DELETING && { state: 'removing' }),
    message: node.message || machine.message,
    machine: { name, phase },
  };
}

/**
 * A machine without a node, because its kubelet has not joined. Its state is Cluster API's phase, which may be empty at
 * first.
 */
function withoutNode({ name, phase, hostname, roles, message }: ListedMachine): RancherNode {
  const state = phase === DELETING ? 'removing' : phase.toLowerCase() || 'pending';
  return { id: '', hostname, state, message, roles, facts: NO_FACTS, actions: [], machine: { name, phase } };
}

/**
 * Joins the machines and nodes of one cluster into one list. Nodes with their machines come first, then machines
 * without a node. Either input may lack entries. If somebody deletes the node of a running machine, the node is missing
 * until Rancher creates it again. A node may also exist longer than its machine.
 */
export function joinNodes(machines: readonly ListedMachine[], nodes: readonly ListedNode[]): RancherNode[] {
  const pairs = nodes.map((listed) => ({ listed, machine: machineOf(listed, machines) }));
  const taken = new Set(pairs.map(({ machine }) => machine?.name));
  return [
    ...pairs.map(({ listed, machine }) => joined(listed, machine)),
    ...machines.filter(({ name }) => !taken.has(name)).map(withoutNode),
  ];
}

/**
 * Whether the list of nodes is enough, so that the list of machines need not be read. The list of nodes is enough if
 * every node has the name of its machine, and each of the given host names has a node.
 */
export function haveJoined(nodes: readonly ListedNode[], hostnames: readonly string[]): boolean {
  const joined = new Set(nodes.map(({ node }) => node.hostname));
  return nodes.every(({ machineName }) => machineName !== '') && hostnames.every((name) => joined.has(name));
}

/** The phases of machines are unknown here, because the list of machines was not read. */
export const nodesAlone = (nodes: readonly ListedNode[]): RancherNode[] =>
  nodes.map(({ machineName, node }) => ({ ...node, machine: { name: machineName, phase: '' } }));
