import { steps } from '#shared/contracts/steps';
import { bootstrapVerdict } from '#shared/domain/bootstrap';
import type { Cluster } from '#shared/domain/cluster';
import { clusterTag } from '#shared/domain/naming';
import { type Node, summaryOf } from '#shared/domain/node';
import { observeNodes } from '#shared/domain/observe-nodes';
import { changed } from '#shared/domain/record';
import { isSameValue } from '#shared/domain/same-value';
import { commitInChunks } from '../_step/commit-in-chunks.ts';
import type { Target } from '../_step/fence.ts';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { rancherOf } from '../rancher/rancher-deps.ts';
import { parkedLook } from './parked-look.ts';
import type { WatchDeps } from './watch-deps.ts';

async function serversOf({ store, openstack }: WatchDeps, cluster: Cluster, nodes: readonly Node[]) {
  const tenants = [...new Set(nodes.map((node) => node.spec.tenantUuid))];
  const lists = await Promise.all(
    tenants.map(async (uuid) => {
      const session = await openstack.open(await store.tenants.get(uuid));
      return session.listServers({ tag: clusterTag(cluster.uuid) });
    }),
  );
  return lists.flat();
}

async function noteChanges(deps: WatchDeps, target: Target, nodes: readonly Node[]): Promise<void> {
  for (const { spec, runtimeState, state, lastError } of nodes) {
    if (state === 'ERRED') {
      await note(deps, target, {
        step: 'node-erred',
        message: lastError?.message ?? 'Failed',
        nodeName: spec.name,
        level: 'error',
      });
    } else if (runtimeState !== '') {
      await note(deps, target, {
        step: `node-${runtimeState}`,
        message: `Node is ${runtimeState}`,
        nodeName: spec.name,
      });
    }
  }
}

/** One list per tenant and one from Rancher, for all nodes at once; rows and cluster are written only when they differ. */
async function lookAtNodes(deps: WatchDeps, target: Target, cluster: Cluster): Promise<Node[]> {
  const { store, clock } = deps;
  const nodes = await store.nodes.listByCluster(cluster.uuid);
  const rancher = await rancherOf(deps, cluster);
  const [servers, rancherNodes] = await Promise.all([
    serversOf(deps, cluster, nodes),
    rancher.listNodes(cluster.backendId),
  ]);
  const observed = observeNodes(nodes, { servers, rancherNodes }, clock.now());
  await commitInChunks(store, observed.changed, (node) => [store.nodes.replace(node)]);
  await noteChanges(deps, target, observed.changed);
  const active = observed.all.filter((node) => node.runtimeState === 'active').length;
  const next = {
    nodes: observed.all.map(summaryOf),
    currentStep: `Waiting for nodes: ${active} of ${observed.all.length} are active`,
  };
  if (!isSameValue({ ...cluster, ...next }, cluster)) {
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), next)));
  }
  return observed.all;
}

export const watchNodes = onProvider(steps.watch.watchNodes, (deps: WatchDeps, input, cluster) =>
  parkedLook(deps, cluster, input, async () => {
    const nodes = await lookAtNodes(deps, input, cluster);
    const wanted = nodes.filter((node) => input.nodeUuids.includes(node.uuid));
    return bootstrapVerdict(wanted, input.waitedMs, deps.bootstrapTimeoutMs);
  }),
);
