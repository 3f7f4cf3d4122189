import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { DRAIN_SECONDS, drainVerdict, isDrainable } from '#shared/domain/nodes/drain-verdict';
import type { Node } from '#shared/domain/nodes/node';
import { rancherNodeOf } from '#shared/domain/nodes/observe-nodes';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';

type Seen = { node: Node; seen: RancherNode };

/**
 * A failed drain also counts as ended, because the machine is stopped in any case. The pods of the machine start again
 * when the cluster is woken.
 */
const isOver = ({ seen }: Seen): boolean => {
  const verdict = drainVerdict(seen.drained);
  return !isDrainable(seen) || verdict === 'ok' || verdict === 'error';
};

/**
 * Cordons and drains all agents, so that programs end before their machines are stopped. Each agent is recorded before
 * its drain is requested, because the recorded agents are uncordoned when the cluster is woken. An agent that a user
 * has cordoned is not recorded, so it stays cordoned.
 */
export const drainAgents = onProvider(steps.rancher.drainAgents, async (deps: RancherDeps, target, cluster) => {
  const { hibernation } = cluster;
  if (!hibernation) return { drained: true };
  const rancher = await rancherOf(deps, cluster);
  const [nodes, rancherNodes] = await Promise.all([
    deps.store.nodes.listByCluster(cluster.uuid),
    rancher.listNodes(cluster),
  ]);
  const agents = nodes.flatMap((node): Seen[] => {
    const seen = node.spec.role === 'agent' ? rancherNodeOf(node, { rancherNodes }) : undefined;
    return seen ? [{ node, seen }] : [];
  });
  const due = agents.filter(({ seen }) => seen.state === 'active' && seen.actions.includes('drain'));
  const drained = [...new Set([...hibernation.drained, ...due.map(({ node }) => node.uuid)])];
  await changeCluster(deps, target, cluster, () => ({
    hibernation: { ...hibernation, drained },
    currentStep: `Moving workloads off ${agents.length} agents`,
  }));
  for (const { seen } of due) await rancher.drainNode(seen.id, DRAIN_SECONDS);
  const isDone = due.length === 0 && agents.filter(({ node }) => drained.includes(node.uuid)).every(isOver);
  if (isDone) await note(deps, target, { step: 'agents-drained', message: 'All agents are drained' });
  return { drained: isDone };
});
