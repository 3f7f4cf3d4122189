import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { executionInput, TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId, nodeUuids, deadlineMs}. Waits until nodes are active. A node that
 * phones home wakes up the state machine that waits, and each wake-up costs eight history events. So this is a separate
 * state machine. If 200 nodes woke up the parent, the parent's history would have more than 2,500 events
 * (docs/spec/design.md#small-payloads).
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const { firstNodes, furtherNodes } = parts.deadlines;
  const replace = runMachine(flow, 'ReplaceServers', 'replace-servers', {
    input: { nodeUuids: '{% $states.input.replace %}' },
    isRepeated: true,
  });
  return waitForWakeup(flow, 'WatchNodes', steps.watch.watchNodes, {
    input: { ...TARGET, nodeUuids: executionInput('nodeUuids') },
    seconds: Math.max(firstNodes, furtherNodes),
    deadlineMs: '$states.context.Execution.Input.deadlineMs',
    next: Succeed.jsonata(parts.scope, 'NodesActive'),
    meanwhile: { field: 'replace', work: replace },
  });
}

export const watchNodes: Machine = { name: 'watch-nodes', define };
