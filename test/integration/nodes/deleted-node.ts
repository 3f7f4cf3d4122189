import { expect } from 'vitest';
import { deleteNode } from '#shared/app/nodes/delete-node';
import { checkServersGone } from '#shared/app/nodes/steps/check-servers-gone';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { deleteServer } from '#shared/app/nodes/steps/delete-server';
import { drainNode } from '#shared/app/nodes/steps/drain-node';
import { removeMachine } from '#shared/app/nodes/steps/remove-machine';
import { removeNode } from '#shared/app/nodes/steps/remove-node';
import type { Node } from '#shared/domain/nodes/node';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { staff } from '#test/builders/builders';
import { type Begun, clusterOf, EVENTUALLY, nodesOf, type StepWorld } from '../_worlds/step-world.ts';
import { type Added, addedTo } from './added-node.ts';

export async function nodeOfRole(world: StepWorld, begun: Begun, role: NodeRole): Promise<Node> {
  const nodes = await nodesOf(world, begun);
  return nodes.find(({ spec }) => spec.role === role) ?? expect.fail(`the cluster has no ${role}`);
}

export async function deletedNodeWorld(world: StepWorld, begun: Begun, node: Node, isForced = false): Promise<Added> {
  const deletion = { uuidText: node.uuid, isForced, correlationId: 'correlation-3' };
  await deleteNode(world, isForced ? staff() : world.owner, deletion);
  const { nodeOperations } = await clusterOf(world, begun);
  const operation = nodeOperations.find(({ nodeUuid }) => nodeUuid === node.uuid);
  return addedTo(begun, node, operation?.uuid ?? expect.fail('the node has no operation'));
}

export async function drain({ deps }: StepWorld, { target }: Added): Promise<void> {
  await expect.poll(() => drainNode.call(deps, target), EVENTUALLY).toEqual({ drained: true });
}

/** Removes the node's machine from Rancher. This happens before the server is deleted. */
export async function removeFromRancher({ deps }: StepWorld, { target }: Added): Promise<void> {
  await expect.poll(() => removeMachine.call(deps, target), EVENTUALLY).toEqual({ gone: true });
}

/** Removes the rest of the node from Rancher and from the cluster. This happens after the server is deleted. */
export async function forget({ deps }: StepWorld, { target }: Added): Promise<void> {
  await expect.poll(() => removeNode.call(deps, target), EVENTUALLY).toEqual({ gone: true });
}

export async function loseMachine({ deps }: StepWorld, { target, ofNode }: Added): Promise<void> {
  await deleteServer.call(deps, ofNode);
  await expect.poll(() => checkServersGone.call(deps, target), EVENTUALLY).toEqual({ gone: true });
  await expect.poll(() => deleteLeftovers.call(deps, target), EVENTUALLY).toEqual({ gone: true });
}
