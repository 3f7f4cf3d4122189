import { nodeTag } from '../planning/naming.ts';
import type { Node } from './node.ts';
import type { SeenServer } from './observe-nodes.ts';

type NamedServer = SeenServer & { name: string };

const NODE_TAG = nodeTag('');
/** Whether any node, of any cluster, has the server already. */
const isSomebodys = ({ tags }: NamedServer): boolean => tags.some((tag) => tag.startsWith(NODE_TAG));

/** The tenant's server with the node's name (docs/spec/orders.md#import). None when several have it. */
export function serverNamed<S extends NamedServer>(hostname: string, servers: readonly S[]): S | undefined {
  const [server, ...others] = servers.filter((one) => one.name === hostname && !isSomebodys(one));
  return others.length === 0 ? server : undefined;
}

/** Paddock chose no flavor for a machine that it did not create. */
const withoutFlavor = ({ spec }: Node): boolean => spec.flavorId === '';

/** Imported from Rancher, and not linked to a server yet. */
export const isAdopted = ({ spec, instanceId }: Node): boolean => spec.flavorId === '' && instanceId === '';

/** The node with its machine. A node that was imported from Rancher is charged by its kubelet's figures. */
export const linkedTo = (node: Node, { id: instanceId, volumeIds, addresses }: SeenServer): Node => ({
  ...node,
  instanceId,
  volumeIds,
  addresses,
  ...(withoutFlavor(node) && {
    spec: { ...node.spec, vcpus: Math.floor(node.facts.cpuTotal ?? 0), ramMb: node.facts.ramTotal ?? 0 },
  }),
});

/** The node without a machine, which is not charged. */
export const unlinked = (node: Node): Node => ({
  ...node,
  instanceId: '',
  portId: '',
  volumeIds: [],
  addresses: [],
  ...(withoutFlavor(node) && { spec: { ...node.spec, vcpus: 0, ramMb: 0 } }),
});

/** An imported node with a tagged machine: linking was interrupted before the record was written. */
export const withTaggedServer = (node: Node, server: SeenServer): Node =>
  isAdopted(node) ? linkedTo(node, server) : node;
