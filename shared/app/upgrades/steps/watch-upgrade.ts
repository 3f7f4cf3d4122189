import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { clusterTakenAway, observeForCallback, type WatchDeps } from '#shared/app/nodes/steps/observe-for-callback';
import { writeSeenNodes } from '#shared/app/nodes/write-seen-nodes';
import { rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { observeNodes } from '#shared/domain/nodes/observe-nodes';
import { upgradedNodes, upgradeText, upgradeVerdict } from '#shared/domain/upgrades/upgrade-verdict';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';
import { upgradeOfOperation } from './begin-upgrade.ts';

type Input = Target & { waitedMs: number; deadlineMs: number };

const rolling = ({ spec, runtimeState, facts }: Node) => ({ name: spec.name, runtimeState, version: facts.k8sVersion });
const isFurther = (before: Node | undefined, { runtimeState, facts }: Node): boolean =>
  before?.runtimeState !== runtimeState || before.facts.k8sVersion !== facts.k8sVersion;

/**
 * Saves a node only if the upgrade has changed it. Changes of other facts, such as the resource requests of workloads,
 * are no reason to save the node, because they are too frequent.
 */
async function keep(deps: WatchDeps, input: Input, cluster: Cluster, rancherNodes: readonly RancherNode[]) {
  const { store, clock } = deps;
  const { to } = upgradeOfOperation(cluster, input);
  const nodes = await store.nodes.listByCluster(cluster.uuid);
  const { all } = observeNodes(nodes, { rancherNodes }, clock.now());
  const further = all.filter((node, index) => isFurther(nodes[index], node));
  await writeSeenNodes(store, nodes, further);
  for (const { spec, facts } of further.filter((node) => upgradedNodes([rolling(node)], to) > 0)) {
    await note(deps, input, { step: 'node-upgraded', message: `Node runs ${facts.k8sVersion}`, nodeName: spec.name });
  }
  const seen = all.map(rolling);
  await changeCluster(deps, input, cluster, ({ upgrade }) => ({
    nodes: all.map(summaryOf),
    currentStep: upgradeText(seen, to),
    upgrade: upgrade && { ...upgrade, upgradedNodes: upgradedNodes(seen, to) },
  }));
  return { to, seen };
}

/**
 * Decides whether the upgrade is done. Reads all nodes with two list requests. The cluster itself is read only if all
 * nodes are upgraded, if Rancher lists no nodes, or at the deadline.
 */
async function verdictOn(deps: WatchDeps, input: Input, cluster: Cluster): Promise<Verdict> {
  const { waitedMs, deadlineMs } = input;
  const rancher = await rancherOf(deps, cluster);
  const rancherNodes = await rancher.listNodes(cluster);
  const { to, seen } = await keep(deps, input, cluster, rancherNodes);
  const isGoingOn = rancherNodes.length > 0 && upgradedNodes(seen, to) < seen.length;
  if (isGoingOn && waitedMs < deadlineMs) return { kind: 'waiting' };
  const remote = await rancher.findCluster(cluster.backendId);
  return isInRancher(remote) ? upgradeVerdict(seen, remote, { to, waitedMs, deadlineMs }) : clusterTakenAway(cluster);
}

/** Watches the upgrade and reports its progress. Rancher itself upgrades one node after the other. */
export const watchUpgrade = onProvider(steps.watch.watchUpgrade, (deps: WatchDeps, input, cluster) =>
  observeForCallback(deps, cluster, input, () => verdictOn(deps, input, cluster)),
);
