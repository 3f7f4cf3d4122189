import { implement } from '#shared/app/_core/steps/implement';
import { nodeNameOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { usesOf } from '#shared/domain/providers/service-settings';

/**
 * Begins an operation on a node. Meanwhile cluster, resource and order keep their states
 * (docs/spec/nodes.md#operations-on-nodes).
 */
export const beginNode = implement(steps.records.beginNode, async (deps: RecordsDeps, target, cluster) => {
  const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
  const { replaces } = nodeOperationOf(cluster, target.operationUuid) ?? {};
  const replaced = cluster.nodes.find(({ uuid }) => uuid === replaces?.nodeUuid)?.name;
  const message = `A node is being added${replaced === undefined ? '' : ` in place of ${replaced}`}`;
  await note(deps, target, {
    step: 'add-node',
    message,
    nodeName: nodeNameOfOperation(cluster, target),
  });
  return { uses: usesOf(settings), managed: cluster.managed !== undefined };
});
