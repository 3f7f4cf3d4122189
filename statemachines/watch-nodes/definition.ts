import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { executionInput, type StepFunctions } from '../_blocks/flow.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId, nodeUuids}. An execution of its own, because each wake-up costs eight
 * history events: with 200 nodes phoning home, the parent's history would pass 2,500 (design decision 9).
 */
export function watchNodes(scope: Construct, { functions }: { functions: StepFunctions }): IChainable {
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, functions, target);
  const input = { ...target, nodeUuids: executionInput('nodeUuids') };
  return waitForWakeup(flow, 'WatchNodes', steps.watch.watchNodes, input, Succeed.jsonata(scope, 'NodesActive'));
}
