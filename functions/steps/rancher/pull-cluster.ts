import { commitInChunks } from '#shared/app/commit-in-chunks';
import { steps } from '#shared/contracts/steps';
import { summaryOf } from '#shared/domain/node';
import { observeNodes } from '#shared/domain/observe-nodes';
import { changed } from '#shared/domain/record';
import { isSameValue } from '#shared/domain/same-value';
import { BackendNotFound } from '#shared/errors';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { type RancherDeps, rancherOf } from './rancher-deps.ts';

/** Versions, capacity and node facts, in two requests whatever the number of nodes; writes only what differs. */
export const pullCluster = onProvider(steps.rancher.pullCluster, async (deps: RancherDeps, target, cluster) => {
  const { store, clock } = deps;
  const rancher = await rancherOf(deps, cluster);
  const [remote, remoteNodes, nodes] = await Promise.all([
    rancher.findCluster(cluster.backendId),
    rancher.listNodes(cluster.backendId),
    store.nodes.listByCluster(cluster.uuid),
  ]);
  if (!remote) throw new BackendNotFound(`cluster ${cluster.backendId} is not in Rancher`);
  const observed = observeNodes(nodes, { rancherNodes: remoteNodes }, clock.now());
  await commitInChunks(store, observed.changed, (node) => [store.nodes.replace(node)]);
  const facts = {
    runtimeState: remote.state,
    kubernetesVersion: remote.kubernetesVersion || cluster.kubernetesVersion,
    capacity: remote.capacity,
    requested: remote.requested,
    nodes: observed.all.map(summaryOf),
  };
  if (!isSameValue({ ...cluster, ...facts }, cluster)) {
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), facts)));
  }
  await note(deps, target, {
    step: 'pull',
    message: `Kubernetes ${facts.kubernetesVersion} runs on ${nodes.length} nodes`,
  });
  return {};
});
