import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { TARGET } from '../_blocks/flow.ts';
import { forEachNode } from '../_blocks/for-each.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { flowOf } from '../_blocks/record-failure.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId, nodeUuids}. Replaces failed servers. For each node, a step deletes
 * the failed server, and is repeated until the server is gone and a new one can be created. This is a separate state
 * machine, because 200 replacements would otherwise fill the history of the state machine that waits for the nodes.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const nodes = '$states.context.Execution.Input.nodeUuids';
  const done = Succeed.jsonata(parts.scope, 'ServersReplaced');
  return forEachNode(flow, 'EnsureServer', nodes, steps.openstack.ensureServer, done);
}

export const replaceServers: Machine = { name: 'replace-servers', define };
