import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import type { Target } from '#shared/app/_core/steps/fence';
import { areOver } from '#shared/app/_core/steps/hold-slot';
import { implement } from '#shared/app/_core/steps/implement';
import { nodeOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import { usesOf } from '#shared/domain/providers/service-settings';

async function beginDeleting({ store, clock }: RecordsDeps, node: Node): Promise<Node> {
  if (node.state === 'DELETING') return node;
  const deleting = changed(node, clock.now(), { state: 'DELETING' });
  await store.commit(store.nodes.replace(deleting));
  return deleting;
}

/**
 * Begins the deletion of a node. Waits until no step of an earlier operation on the node runs. A running step could
 * still create something that the deletion would miss.
 */
export const beginNodeDeletion = implement(
  steps.records.beginNodeDeletion,
  async (deps: RecordsDeps, target: Target, cluster) => {
    const { own } = await nodeOfOperation(deps, target, cluster);
    const alone = await areOver(deps, cluster, own.supersedes ?? []);
    const { node: found } = await nodeOfOperation(deps, target, cluster);
    const node = alone ? await beginDeleting(deps, found) : found;
    await changeCluster(deps, target, cluster, (item) => ({ nodes: summariesWith(item, [node]) }));
    await note(deps, target, { step: 'delete-node', message: 'The node is being deleted', nodeName: node.spec.name });
    const hasCredential = node.hasOwnCredential === true;
    const uses = usesOf(await rancherSettingsOf(deps, cluster.settingsUuid));
    return {
      alone,
      hasCredential,
      managed: cluster.managed !== undefined,
      uses: { ...uses, vault: uses.vault && hasCredential },
      isRegistered: node.backendId !== '' && !own.isVanished,
    };
  },
);
