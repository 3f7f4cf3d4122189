import { nodeTag } from '../planning/naming.ts';
import type { Node } from './node.ts';
import type { SeenServer } from './observe-nodes.ts';

type NamedServer = SeenServer & { name: string };

const NODE_TAG = nodeTag('');
/** Whether a node, of whichever cluster, has the server already. */
const isSomebodys = ({ tags }: NamedServer): boolean => tags.some((tag) => tag.startsWith(NODE_TAG));

/** A node's machine is the tenant's server of the same name (docs/spec/orders.md#import); none where two are called like that. */
export function serverNamed<S extends NamedServer>(hostname: string, servers: readonly S[]): S | undefined {
  const [server, ...others] = servers.filter((one) => one.name === hostname && !isSomebodys(one));
  return others.length === 0 ? server : undefined;
}

/** Of a machine that we did not make no flavor was chosen here. */
const withoutFlavor = ({ spec }: Node): boolean => spec.flavorId === '';

/** Taken in from Rancher, and not linked to a server since. */
export const isAdopted = ({ spec, instanceId }: Node): boolean => spec.flavorId === '' && instanceId === '';

/** With its machine. One that was taken in from Rancher is charged for what its kubelet has. */
export const linkedTo = (node: Node, { id: instanceId, volumeIds, addresses }: SeenServer): Node => ({
  ...node,
  ...{ instanceId, volumeIds, addresses },
  ...(withoutFlavor(node) && {
    spec: { ...node.spec, vcpus: Math.floor(node.facts.cpuTotal ?? 0), ramMb: node.facts.ramTotal ?? 0 },
  }),
});

/** Without it: nobody's machine is charged for. */
export const unlinked = (node: Node): Node => ({
  ...node,
  ...{ instanceId: '', portId: '', volumeIds: [], addresses: [] },
  ...(withoutFlavor(node) && { spec: { ...node.spec, vcpus: 0, ramMb: 0 } }),
});

/** One that was taken in, and whose machine has its tag: who linked the two was ended before it was written down. */
export const withTaggedServer = (node: Node, server: SeenServer): Node =>
  isAdopted(node) ? linkedTo(node, server) : node;
