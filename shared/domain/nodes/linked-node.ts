import { clusterTag, nodeTag } from '../planning/naming.ts';
import type { Node } from './node.ts';
import type { SeenServer } from './observe-nodes.ts';

type NamedServer = SeenServer & { name: string };

const OWNER_TAGS = [nodeTag(''), clusterTag('')];
/** Whether the tag names the node or the cluster to which a server belongs. */
const isOwnerTag = (tag: string): boolean => OWNER_TAGS.some((prefix) => tag.startsWith(prefix));
/**
 * Whether the server already belongs to a node or a cluster. Load balancers and machines of pools have only the tag of
 * their cluster.
 */
const isSomebodys = ({ tags }: Pick<NamedServer, 'tags'>): boolean => tags.some(isOwnerTag);

/** The tags of a server that belongs to the node. */
export const ownerTagsOf = ({ uuid, clusterUuid }: Pick<Node, 'uuid' | 'clusterUuid'>): string[] => [
  nodeTag(uuid),
  clusterTag(clusterUuid),
];
/** Whether the server belongs to another node or to another cluster than the node's. */
export const isAnothers = (node: Pick<Node, 'uuid' | 'clusterUuid'>, { tags }: Pick<NamedServer, 'tags'>): boolean =>
  tags.some((tag) => isOwnerTag(tag) && !ownerTagsOf(node).includes(tag));

/**
 * Finds the server with the node's name among the servers of a tenant (docs/spec/orders.md#import). Servers that
 * already belong to a node or a cluster are ignored. Undefined if no server or several servers are found.
 */
export function serverNamed<S extends NamedServer>(hostname: string, servers: readonly S[]): S | undefined {
  const [server, ...others] = servers.filter((one) => one.name === hostname && !isSomebodys(one));
  return others.length === 0 ? server : undefined;
}

/** Whether the flavor of the machine is unknown, because Paddock did not create the machine. */
const withoutFlavor = ({ spec }: Node): boolean => spec.flavorId === '';

/** Whether the node was imported from Rancher and is not linked to a server yet. */
export const isAdopted = ({ spec, instanceId }: Node): boolean => spec.flavorId === '' && instanceId === '';

/** Links the node to its server. An imported node has no flavor, so the size that its kubelet reports is charged. */
export const linkedTo = (node: Node, { id: instanceId, volumeIds, addresses }: SeenServer): Node => ({
  ...node,
  instanceId,
  volumeIds,
  addresses,
  ...(withoutFlavor(node) && {
    spec: { ...node.spec, vcpus: Math.floor(node.facts.cpuTotal ?? 0), ramMb: node.facts.ramTotal ?? 0 },
  }),
});

/** Removes the node's link to a server. A node without a server is not charged. */
export const unlinked = (node: Node): Node => ({
  ...node,
  instanceId: '',
  portId: '',
  volumeIds: [],
  addresses: [],
  ...(withoutFlavor(node) && { spec: { ...node.spec, vcpus: 0, ramMb: 0 } }),
});

/**
 * Completes an interrupted link: the server of an imported node already has the node's tag, but the node's record does
 * not have the server yet.
 */
export const withTaggedServer = (node: Node, server: SeenServer): Node =>
  isAdopted(node) ? linkedTo(node, server) : node;
