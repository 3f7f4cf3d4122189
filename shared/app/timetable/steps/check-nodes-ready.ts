import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import { rancherNodeOf } from '#shared/domain/nodes/observe-nodes';
import { BackendNotFound } from '#shared/errors';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';

const CORDONED: readonly string[] = ['cordoned', 'draining', 'drained'];
const isReady = (seen: RancherNode | undefined): boolean => seen !== undefined && seen.isReady !== false;

/**
 * Checks whether all nodes of the role are ready. The state machine repeats this step, because no event shows that a
 * node is ready: cloud-init phones home only at the first boot. An agent that Paddock has drained is uncordoned when
 * its kubelet answers. Such an agent counts as ready when Rancher no longer shows it as cordoned.
 */
export const checkNodesReady = onProvider(steps.rancher.checkNodesReady, async (deps: RancherDeps, input, cluster) => {
  const rancher = await rancherOf(deps, cluster);
  const remote = await rancher.findCluster(cluster.backendId);
  if (!isInRancher(remote)) {
    throw new BackendNotFound(
      `Cluster ${cluster.name} (${cluster.backendId}) was removed in Rancher: it cannot wake up.`,
    );
  }
  // While Rancher's own agent in the cluster (cattle-cluster-agent) is not connected, Rancher shows old states of
  // nodes.
  if (remote.state !== 'active') {
    await changeCluster(deps, input, cluster, () => ({ currentStep: 'Waiting for the cluster to reach Rancher' }));
    return { ready: false };
  }
  const [nodes, rancherNodes] = await Promise.all([
    deps.store.nodes.listByCluster(cluster.uuid),
    rancher.listNodes(cluster),
  ]);
  const wanted = nodes
    .filter(({ spec }) => spec.role === input.role)
    .map((node) => ({ uuid: node.uuid, seen: rancherNodeOf(node, { rancherNodes }) }));
  const freed = new Set(cluster.hibernation?.drained);
  const isBack = ({ uuid, seen }: (typeof wanted)[number]) =>
    isReady(seen) && !(freed.has(uuid) && CORDONED.includes(seen?.state ?? ''));
  for (const { uuid, seen } of wanted) {
    if (seen && isReady(seen) && freed.has(uuid) && seen.actions.includes('uncordon'))
      await rancher.uncordonNode(seen.id);
  }
  const back = wanted.filter(isBack).length;
  const kind = input.role === 'agent' ? 'agents' : 'servers';
  await changeCluster(deps, input, cluster, () => ({ currentStep: `${back} of ${wanted.length} ${kind} are ready` }));
  if (back < wanted.length) return { ready: false };
  await note(deps, input, { step: `${kind}-ready`, message: `All ${kind} are ready` });
  return { ready: true };
});
