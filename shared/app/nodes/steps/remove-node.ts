import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { nodeOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { NodeOperation } from '#shared/domain/clusters/node-operation';
import { BackendUnavailable } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';

type Leaving = { rancher: Rancher; cluster: Cluster; own: NodeOperation; nodeName: string };

/**
 * Deletes the Node object in the cluster. Otherwise, Rancher would create its node object again from the Node object.
 * If the cluster cannot be reached, the Node object stays. In this case, only a forced deletion or the deletion of a
 * vanished node continues.
 */
async function forgetInCluster(deps: RancherDeps, target: Target, { rancher, cluster, own, nodeName }: Leaving) {
  try {
    const deletion = rancher.deleteKubernetesNode(cluster.backendId, nodeName);
    await nameWhatBlocks(`node ${nodeName} in its cluster`, deletion);
  } catch (error) {
    const isWanted = own.isForced === true || own.isVanished === true;
    if (!(error instanceof BackendUnavailable) || !isWanted) throw error;
    const remote = await rancher.findCluster(cluster.backendId);
    if (remote?.state === 'active') throw error;
    const message = `The cluster cannot be reached, so the Node object in Kubernetes is not deleted. ${error.message}`;
    await note(deps, target, { step: 'node-object-left', message, nodeName });
  }
}

async function forgetInRancher(rancher: Rancher, { id, hostname, machine, state }: RancherNode): Promise<void> {
  if (machine && machine.phase !== 'Deleted' && state !== 'removing') {
    await nameWhatBlocks(`machine ${machine.name} in Rancher`, rancher.deleteMachine(machine.name));
  }
  if (id !== '') await nameWhatBlocks(`node ${hostname} (${id}) in Rancher`, rancher.deleteNode(id));
}

/**
 * Deletes the node in Rancher. This step runs after the node's server is gone, because a running machine could register
 * the node again.
 */
export const removeNode = onProvider(steps.rancher.removeNode, async (deps: RancherDeps, target, cluster) => {
  const { node, own } = await nodeOfOperation(deps, target, cluster);
  const nodeName = node.spec.name;
  const rancher = await rancherOf(deps, cluster);
  const left = (await rancher.listNodes(cluster)).filter(({ hostname }) => hostname === nodeName);
  if (node.backendId !== '' || left.some(({ id }) => id !== '')) {
    await forgetInCluster(deps, target, { rancher, cluster, own, nodeName });
  }
  for (const one of left) await forgetInRancher(rancher, one);
  if (left.length > 0) return { gone: false };
  await note(deps, target, { step: 'node-gone', message: 'Nothing is left of the node in Rancher', nodeName });
  return { gone: true };
});
