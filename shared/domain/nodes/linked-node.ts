import { nodeTag } from '../planning/naming.ts';
import type { Node } from './node.ts';
import type { SeenServer } from './observe-nodes.ts';

type NamedServer = SeenServer & { name: string };

const NODE_TAG = nodeTag('');
/** Whether the server already belongs to a node of some cluster. */
const isSomebodys = ({ tags }: NamedServer): boolean => tags.some((tag) => tag.startsWith(NODE_TAG));

/**
 * The server with the node's name in the tenant (docs/spec/orders.md#import). Undefined if no server or several servers
 * have the name.
 */
export function serverNamed<S extends NamedServer>(hostname: string, servers: readonly S[]): S | undefined {
  const [server, ...others] = servers.filter((one) => one.name === hostname && !isSomebodys(one));
  return others.length === 0 ? server : undefined;
}

/** Whether the machine has no known flavor, because Paddock did not create it. */
const withoutFlavor = ({ spec }: Node): boolean => spec.flavorId === '';

/** Whether the node was imported from Rancher and has no link to a server yet. */
export const isAdopted = ({ spec, instanceId }: Node): boolean => spec.flavorId === '' && instanceId === '';

/**
 * The node with a link to its server. For a node that was imported from Rancher, the size that its kubelet reports is
 * charged.
 */
export const linkedTo = (node: Node, { id: instanceId, volumeIds, addresses }: SeenServer): Node => ({
  ...node,
  instanceId,
  volumeIds,
  addresses,
  ...(withoutFlavor(node) && {
    spec: { ...node.spec, vcpus: Math.floor(node.facts.cpuTotal ?? 0), ramMb: node.facts.ramTotal ?? 0 },
  }),
});

/** The node without its link to a server. A node without a server is not charged. */
export const unlinked = (node: Node): Node => ({
  ...node,
  instanceId: '',
  portId: '',
  volumeIds: [],
  addresses: [],
  ...(withoutFlavor(node) && { spec: { ...node.spec, vcpus: 0, ramMb: 0 } }),
});

/**
 * Completes a link that was interrupted after the server of an imported node was tagged and before the record was
 * written.
 */
export const withTaggedServer = (node: Node, server: SeenServer): Node =>
  isAdopted(node) ? linkedTo(node, server) : node;
