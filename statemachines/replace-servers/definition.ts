import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { executionInput, type StepFunctions } from '../_blocks/flow.ts';
import { forEachNode } from '../_blocks/for-each.ts';
import { flowOf } from '../_blocks/record-failure.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId, nodeUuids}. The step deletes a failed server and is repeated until
 * it is gone. An execution of its own, so that 200 replacements do not count in the watch's history.
 */
export function replaceServers(scope: Construct, { functions }: { functions: StepFunctions }): IChainable {
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, functions, target);
  const nodes = '$states.context.Execution.Input.nodeUuids';
  const done = Succeed.jsonata(scope, 'ServersReplaced');
  return forEachNode(flow, 'EnsureServer', nodes, steps.openstack.ensureServer, done);
}
