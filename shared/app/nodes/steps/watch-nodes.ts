import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { onProvider } from '#shared/app/_core/steps/implement';
import { nodesOfOperation, summariesOf } from '#shared/app/_core/steps/nodes-of-operation';
import { noteNode } from '#shared/app/_core/steps/note-node';
import { rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { bootstrapVerdict, overdueText, type Verdict } from '#shared/domain/nodes/bootstrap-verdict';
import type { Node } from '#shared/domain/nodes/node';
import { type Observation, observeNodes } from '#shared/domain/nodes/observe-nodes';
import { type Attempts, needsNewServer } from '#shared/domain/nodes/server-attempts';
import { clusterTag } from '#shared/domain/planning/naming';
import { writeSeenNodes } from '../write-seen-nodes.ts';
import { clusterTakenAway, observeForCallback, type WatchDeps } from './observe-for-callback.ts';

type Input = Target & { nodeUuids: readonly Uuid[]; waitedMs: number; deadlineMs: number };

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

/**
 * Reads all nodes at once, with one list request for each tenant and two for Rancher. If no machine has registered,
 * also reads the cluster. Returns undefined when the cluster was deleted in Rancher.
 */
async function observe(deps: WatchDeps, cluster: Cluster, nodes: readonly Node[]) {
  const rancher = await rancherOf(deps, cluster);
  const [servers, rancherNodes] = await Promise.all([serversOf(deps, cluster, nodes), rancher.listRegistered(cluster)]);
  const isGone = rancherNodes.length === 0 && !isInRancher(await rancher.findCluster(cluster.backendId));
  return isGone ? undefined : { servers, rancherNodes };
}

function stepOf(nodes: readonly Node[]): string {
  const again = nodes.filter(needsNewServer).map(({ spec }) => spec.name);
  if (again.length > 0) return `Making ${again.length > 3 ? `${again.length} servers` : again.join(', ')} again`;
  const active = nodes.filter((node) => node.runtimeState === 'active').length;
  return `Waiting for nodes: ${active} of ${nodes.length} are active`;
}

/**
 * Writes only the node rows that the observation has changed, and the cluster only if a field of it changes. An
 * operation on one node does not change the cluster's `currentStep`.
 */
async function keep(
  deps: WatchDeps,
  attempts: Attempts,
  { cluster, nodes }: { cluster: Cluster; nodes: readonly Node[] },
  observed: ReturnType<typeof observeNodes>,
) {
  const { store } = deps;
  const target = { clusterUuid: cluster.uuid, ...attempts };
  await writeSeenNodes(store, nodes, observed.changed);
  for (const node of observed.changed) await noteNode(deps, target, node);
  const isOfNode = nodeOperationOf(cluster, target.operationUuid) !== undefined;
  await changeCluster(deps, target, cluster, (item) => ({
    nodes: summariesOf(item, target, observed.all),
    ...(!isOfNode && { currentStep: stepOf(observed.all) }),
  }));
}

async function overdue({ store }: WatchDeps, input: Input, missing: readonly Node[], seen: Observation) {
  const tokens = await Promise.all(missing.map((node) => store.phoneHomes.find(node.uuid)));
  const unused = new Set(tokens.map((token) => token?.nodeUuid));
  const about = { missing, of: input.nodeUuids.length, deadlineMs: input.deadlineMs };
  const message = overdueText(about, seen, (node) => !unused.has(node.uuid));
  return { kind: 'failed', error: 'BootstrapTimeout', message } as const;
}

async function verdictOn(deps: WatchDeps, input: Input, cluster: Cluster): Promise<Verdict> {
  const nodes = await nodesOfOperation(deps, input, cluster);
  const seen = await observe(deps, cluster, nodes);
  if (!seen) return clusterTakenAway(cluster);
  const attempts = { operationUuid: input.operationUuid, serverAttempts: deps.serverAttempts };
  const { waitedMs, deadlineMs } = input;
  const observed = observeNodes(nodes, seen, deps.clock.now(), { ...attempts, waitedMs, deadlineMs });
  await keep(deps, attempts, { cluster, nodes }, observed);
  const wanted = observed.all.filter((node) => input.nodeUuids.includes(node.uuid));
  const verdict = bootstrapVerdict(wanted, waitedMs, deadlineMs);
  return verdict.kind === 'overdue' ? overdue(deps, input, verdict.missing, seen) : verdict;
}

export const watchNodes = onProvider(steps.watch.watchNodes, (deps: WatchDeps, input, cluster) =>
  observeForCallback(deps, cluster, input, () => verdictOn(deps, input, cluster)),
);
