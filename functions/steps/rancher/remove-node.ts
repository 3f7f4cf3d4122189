import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/cluster';
import type { Node } from '#shared/domain/node';
import { turnToLeave } from '#shared/domain/node-removal';
import { rancherNodeOf } from '#shared/domain/observe-nodes';
import { DeletionBlocked } from '#shared/errors';
import type { RancherNode } from '#shared/ports/rancher';
import { onProvider } from '../_step/implement.ts';
import { nameWhatBlocks } from '../_step/name-what-blocks.ts';
import { nodeInHand } from '../_step/nodes-in-hand.ts';
import { note } from '../_step/timeline.ts';
import { type RancherDeps, rancherOf } from './rancher-deps.ts';

/**
 * Held against what Rancher says at this moment: the request was held against records, and time has passed. Throws DeletionBlocked.
 * @returns whether it is its turn
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
  const turn = turnToLeave(cluster.nodeOperations, member, nodes);
  if (typeof turn === 'object') throw new DeletionBlocked(turn.problem);
  return turn === 'go';
}

/** Found by its name, whatever our row knows of it: a machine that went on living may have come back. */
export const removeNode = onProvider(steps.rancher.removeNode, async (deps: RancherDeps, target, cluster) => {
  const { node, own } = await nodeInHand(deps, target, cluster);
  const nodeName = node.spec.name;
  const rancher = await rancherOf(deps, cluster);
  const rancherNodes = await rancher.listNodes(cluster.backendId);
  const seen = rancherNodeOf(node, { rancherNodes });
  if (!seen) {
    await note(deps, target, { step: 'left-rancher', message: 'Node is gone from Rancher', nodeName });
    return { gone: true };
  }
  if (seen.state !== 'removing') {
    // A member without a server counts against the quorum for as long as it is one.
    if (!own.isVanished && !(await isSpared(deps, cluster, node, rancherNodes))) return { gone: false };
    await nameWhatBlocks(`node ${nodeName} (${seen.id}) in Rancher`, rancher.deleteNode(seen.id));
  }
  return { gone: false };
});
