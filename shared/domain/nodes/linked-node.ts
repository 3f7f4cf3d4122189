import { nodeTag } from '../planning/naming.ts';
import type { Node } from './node.ts';
import type { SeenServer } from './observe-nodes.ts';

type NamedServer = SeenServer & { name: string };

const NODE_TAG = nodeTag('');
/** Whether the server already belongs to a node of any cluster. */
const isSomebodys = ({ tags }: NamedServer): boolean => tags.some((tag) => tag.startsWith(NODE_TAG));

/** The tenant's server with the node's name (docs/spec/orders.md#import). Undefined when several servers have the name. */
export function serverNamed<S extends NamedServer>(hostname: string, servers: readonly S[]): S | undefined {
  const [server, ...others] = servers.filter((one) => one.name === hostname && !isSomebodys(one));
  return others.length === 0 ? server : undefined;
}

/** Whether Paddock did not create the machine, and so chose no flavor for it. */
const withoutFlavor = ({ spec }: Node): boolean => spec.flavorId === '';

/** Whether the node was imported from Rancher and is not linked to a server yet. */
export const isAdopted = ({ spec, instanceId }: Node): boolean => spec.flavorId === '' && instanceId === '';

/** The node linked to its server. A node that was imported from Rancher is charged by the size that its kubelet reports. */
export const linkedTo = (node: Node, { id: instanceId, volumeIds, addresses }: SeenServer): Node => ({
  ...node,
  instanceId,
  volumeIds,
  addresses,
  ...(withoutFlavor(node) && {
    spec: { ...node.spec, vcpus: Math.floor(node.facts.cpuTotal ?? 0), ramMb: node.facts.ramTotal ?? 0 },
  }),
});

/** The node without its link to a server. Without a server it is not charged. */
export const unlinked = (node: Node): Node => ({
  ...node,
  instanceId: '',
  portId: '',
  volumeIds: [],
  addresses: [],
  ...(withoutFlavor(node) && { spec: { ...node.spec, vcpus: 0, ramMb: 0 } }),
});

/** Completes an interrupted link: the server of an imported node was tagged, but the record was not written. */
export const withTaggedServer = (node: Node, server: SeenServer): Node =>
  isAdopted(node) ? linkedTo(node, server) : node;
