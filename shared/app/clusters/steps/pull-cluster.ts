import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { nodesOfOperation, summariesOf } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { writeSeenNodes } from '#shared/app/nodes/write-seen-nodes';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { observeNodes } from '#shared/domain/nodes/observe-nodes';
import { BackendNotFound } from '#shared/errors';

/**
 * Reads the cluster and its nodes from Rancher. Records the cluster's health, Kubernetes version and capacity, and each
 * node's health and facts, such as versions, resources and labels. Makes only two requests if all nodes have joined.
 * Writes only differences.
 */
export const pullCluster = onProvider(steps.rancher.pullCluster, async (deps: RancherDeps, target, cluster) => {
  const { store, clock } = deps;
  const rancher = await rancherOf(deps, cluster);
  const nodes = await nodesOfOperation(deps, target, cluster);
  const [remote, remoteNodes] = await Promise.all([
    rancher.findCluster(cluster.backendId),
    rancher.listJoined(
      cluster,
      nodes.map(({ spec }) => spec.name),
    ),
  ]);
  if (!remote) throw new BackendNotFound(`Cluster ${cluster.backendId} is not in Rancher.`);
  const observed = observeNodes(nodes, { rancherNodes: remoteNodes }, clock.now());
  await writeSeenNodes(store, nodes, observed.changed);
  const kubernetesVersion = remote.kubernetesVersion || cluster.kubernetesVersion;
  const { state: runtimeState, capacity, requested } = remote;
  await changeCluster(deps, target, cluster, (item) => ({
    runtimeState,
    kubernetesVersion,
    capacity,
    requested,
    nodes: summariesOf(item, target, observed.all),
  }));
  const message = `Kubernetes ${kubernetesVersion} runs on ${remoteNodes.length} nodes`;
  await note(deps, target, { step: 'pull', message });
  return {};
});
