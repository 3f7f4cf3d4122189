import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { nodeOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { etcdRemovalCheck } from '#shared/domain/nodes/node-removal';
import { rancherNodeOf } from '#shared/domain/nodes/observe-nodes';
import { DeletionBlocked } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';

/**
 * Checks Rancher's current state, because the cluster may have changed since the request. Throws DeletionBlocked if the
 * cluster cannot do without the node.
 * @returns false while another node must be removed before this one
 */
async function isSpared(
  { store }: RancherDeps,
  cluster: Cluster,
  node: Node,
  rancherNodes: readonly RancherNode[],
): Promise<boolean> {
  const seen = { rancherNodes };
  const nodes = (await store.nodes.listByCluster(cluster.uuid)).map((one) => ({
    ...one,
    runtimeState: rancherNodeOf(one, seen)?.state ?? '',
  }));
  const member = { ...node, backendId: rancherNodeOf(node, seen)?.id ?? '' };
  const turn = etcdRemovalCheck(cluster.nodeOperations, member, nodes);
  if (typeof turn === 'object') throw new DeletionBlocked(turn.problem);
  return turn === 'go';
}

/**
 * Removes a node from its cluster and from etcd, by deleting the node's machine object in Rancher. A node that Rancher
 * did not install has no machine object. For such a node, the node objects in Kubernetes and in Rancher are deleted.
 */
async function remove(rancher: Rancher, { backendId }: Cluster, { id, hostname, machine }: RancherNode): Promise<void> {
  if (machine) {
    const what = `machine ${machine.name} of node ${hostname} in Rancher`;
    return nameWhatBlocks(what, rancher.deleteMachine(machine.name));
  }
  await nameWhatBlocks(`node ${hostname} in its cluster`, rancher.deleteKubernetesNode(backendId, hostname));
  await nameWhatBlocks(`node ${hostname} (${id}) in Rancher`, rancher.deleteNode(id));
}

/**
 * Deletes the node's machine objects in Rancher. Finds them by the node's name, because a server that was created twice
 * may have registered twice. The node's own object is not deleted here, because the running kubelet would create it
 * again. When the server is gone, the step `remove-node` deletes this object.
 */
export const removeMachine = onProvider(steps.rancher.removeMachine, async (deps: RancherDeps, target, cluster) => {
  const { node, own } = await nodeOfOperation(deps, target, cluster);
  const nodeName = node.spec.name;
  const rancher = await rancherOf(deps, cluster);
  const rancherNodes = await rancher.listNodes(cluster);
  const left = rancherNodes.filter(({ hostname, machine }) => hostname === nodeName && machine?.phase !== 'Deleted');
  if (left.length === 0) {
    await note(deps, target, { step: 'left-rancher', message: 'The node’s machine is gone from Rancher', nodeName });
    return { gone: true };
  }
  const staying = left.filter(({ state }) => state !== 'removing');
  if (staying.length === 0) return { gone: false };
  // Nodes are removed one after the other. Only a node without a server is removed immediately, because etcd could lose
  // its quorum more easily if that node stayed a member.
  if (!own.isVanished && !(await isSpared(deps, cluster, node, rancherNodes))) return { gone: false };
  for (const one of staying) await remove(rancher, cluster, one);
  return { gone: false };
});
