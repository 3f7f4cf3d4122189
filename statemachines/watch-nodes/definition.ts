import type { Duration } from 'aws-cdk-lib';
import { type IChainable, type IStateMachine, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { executionInput, type StepFunctions } from '../_blocks/flow.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

export type WatchNodesNeeds = {
  functions: StepFunctions;
  replaceServers: { machine: IStateMachine; timeout: Duration };
};

/**
 * Input {operationUuid, clusterUuid, correlationId, nodeUuids, deadlineMs}. An execution of its own, because each
 * wake-up costs eight history events: with 200 nodes phoning home, the parent's history would exceed 2,500
 * (docs/spec/design.md#small-payloads).
 */
export function watchNodes(scope: Construct, { functions, replaceServers }: WatchNodesNeeds): IChainable {
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, functions, target);
  const replace = runMachine(flow, 'ReplaceServers', {
    ...replaceServers,
    name: 'replace-servers',
    input: { nodeUuids: '{% $states.input.replace %}' },
    isRepeated: true,
  });
  return waitForWakeup(flow, 'WatchNodes', steps.watch.watchNodes, {
    input: { ...target, nodeUuids: executionInput('nodeUuids') },
    deadlineMs: '$states.context.Execution.Input.deadlineMs',
    next: Succeed.jsonata(scope, 'NodesActive'),
    meanwhile: { field: 'replace', work: replace },
  });
}
