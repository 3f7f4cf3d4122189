import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import { MAX_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import { observeNodes } from '#shared/domain/nodes/observe-nodes';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { RancherSessions } from '#shared/ports/rancher';
import type { RancherNode } from '#shared/ports/rancher/rancher-objects';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

type Deps = { store: Store; clock: Clock; site: SiteSettings; rancher: RancherSessions };

/** Time limit for Rancher, in milliseconds. When the limit is reached, the API function still has time to answer. */
const PULL_MS = 10_000;

async function listRancherNodes(deps: Deps, cluster: Cluster): Promise<RancherNode[]> {
  const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
  return withTimeout(PULL_MS, async () => (await deps.rancher.open(settings)).listNodes(cluster));
}

/**
 * Writes the node's health and the facts that Rancher reports, such as versions, resources and labels. Never writes the
 * node's state (docs/spec/nodes.md#health-is-not-lifecycle). Writes nothing if nothing differs.
 */
async function write({ store, clock }: Deps, { clusterUuid, uuid }: Node, rancherNodes: RancherNode[]): Promise<void> {
  const [cluster, node] = [await store.clusters.get(clusterUuid), await store.nodes.get(clusterUuid, uuid)];
  const now = clock.now();
  const [next] = observeNodes([node], { rancherNodes }, now).changed;
  if (!next) return;
  await store.commit(
    store.nodes.replace(next),
    store.clusters.replace(changed(cluster, now, { nodes: summariesWith(cluster, [next]) })),
  );
}

/**
 * Reads a node from Rancher during the API call, with two list requests. Checks for errors in this order: 404, 403,
 * 409, 405, 400. The error 405 means read-only mode, which does not apply to staff
 * (docs/spec/waldur-rancher.md#read-only-mode). The error 400 means that the node was never in Rancher. Throws Backend*
 * errors when Rancher does not answer.
 */
export async function pullNode(deps: Deps, caller: Caller, uuidText: string): Promise<void> {
  const node = await getVisible(deps.store.nodes, 'Node', uuidText, seenBy(caller));
  assertPermitted(caller, 'node.pull', node);
  assertState(node, ['OK', 'ERRED']);
  if (!caller.user.isStaff) assertNotReadOnly(deps.site);
  assertInRancher(node);
  const rancherNodes = await listRancherNodes(deps, await deps.store.clusters.get(node.clusterUuid));
  await retryOnConflict(() => write(deps, node, rancherNodes), MAX_NODE_OPERATIONS);
}
