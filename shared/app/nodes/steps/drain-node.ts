import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { nodeOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { NodeOperation } from '#shared/domain/clusters/node-operation';
import { DRAIN_SECONDS, drainProblem, drainVerdict, isDrainable } from '#shared/domain/nodes/drain-verdict';
import { rancherNodeOf } from '#shared/domain/nodes/observe-nodes';
import { DrainFailed } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';

type Draining = { cluster: Cluster; own: NodeOperation; seen: RancherNode; nodeName: string };

/**
 * Requests the drain, then records the request. If the step fails in between and the drain no longer runs, the next run
 * requests the drain again.
 */
async function ask(deps: RancherDeps, target: Target, rancher: Rancher, { cluster, seen, nodeName }: Draining) {
  if (seen.actions.includes('drain')) await rancher.drainNode(seen.id, DRAIN_SECONDS);
  const drainingSince = deps.clock.now().toISOString();
  await changeCluster(deps, target, cluster, ({ nodeOperations }) => ({
    nodeOperations: nodeOperations.map((item) =>
      item.uuid === target.operationUuid ? { ...item, drainingSince } : item,
    ),
  }));
  await note(deps, target, { step: 'drain', message: 'The node is cordoned and is being drained', nodeName });
}

/**
 * Whether the deletion can continue. Throws DrainFailed with the reason if the node could not be drained. A forced
 * deletion continues without a successful drain.
 */
async function judge(deps: RancherDeps, target: Target, { own, seen, nodeName }: Draining): Promise<boolean> {
  const verdict = drainVerdict(seen.drained);
  if (verdict === 'ok') {
    await note(deps, target, { step: 'drained', message: 'Node is drained', nodeName });
    return true;
  }
  const now = deps.clock.now();
  const problem = drainProblem(verdict, now.getTime() - Date.parse(own.drainingSince ?? now.toISOString()));
  if (problem === undefined) return false;
  if (!own.isForced) throw new DrainFailed(problem);
  await note(deps, target, { step: 'not-drained', message: `${problem} The node is deleted anyway.`, nodeName });
  return true;
}

/**
 * Cordons and drains a node. The state machine repeats the step until the node is drained (docs/spec/nodes.md#drain).
 * The drain is skipped if Rancher does not have the node, or if the node's state in Rancher allows no drain. Then
 * `drained` is true at once.
 */
export const drainNode = onProvider(steps.rancher.drainNode, async (deps: RancherDeps, target, cluster) => {
  const { node, own } = await nodeOfOperation(deps, target, cluster);
  const nodeName = node.spec.name;
  const rancher = await rancherOf(deps, cluster);
  const seen = rancherNodeOf(node, { rancherNodes: await rancher.listNodes(cluster) });
  if (!seen) return { drained: true };
  if (!isDrainable(seen)) {
    const message = `A node that is ${seen.state} cannot be drained`;
    await note(deps, target, { step: 'not-drained', message, nodeName });
    return { drained: true };
  }
  const draining = { cluster, own, seen, nodeName };
  if (own.drainingSince !== undefined) return { drained: await judge(deps, target, draining) };
  await ask(deps, target, rancher, draining);
  return { drained: false };
});
