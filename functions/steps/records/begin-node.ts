import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import { steps } from '#shared/contracts/steps';
import { nodeOperationOf } from '#shared/domain/node-operation';
import { usesOf } from '#shared/domain/service-settings';
import { implement } from '../_step/implement.ts';
import { nodeNameInHand } from '../_step/nodes-in-hand.ts';
import { note } from '../_step/timeline.ts';
import type { RecordsDeps } from './records-deps.ts';

/** Cluster, resource and order stay as they are while something is done to one node (design §7). */
export const beginNode = implement(steps.records.beginNode, async (deps: RecordsDeps, target, cluster) => {
  const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
  const { replaces } = nodeOperationOf(cluster, target.operationUuid) ?? {};
  const replaced = cluster.nodes.find(({ uuid }) => uuid === replaces?.nodeUuid)?.name;
  const message = `A node is being added${replaced === undefined ? '' : ` in place of ${replaced}`}`;
  await note(deps, target, {
    ...{ step: 'add-node', message },
    nodeName: nodeNameInHand(cluster, target),
  });
  return { uses: usesOf(settings), managed: cluster.managed !== undefined };
});
