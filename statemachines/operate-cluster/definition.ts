import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { untilAccepted } from '../_blocks/until-accepted.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Reads the requested operation from the cluster's record: a
 * snapshot, a restore, or a rotation of encryption keys. Requests this operation from Rancher once. Then waits until
 * Rancher has gone through all phases.
 */
function define(parts: MachineParts): IChainable {
  const { scope, deadlines } = parts;
  const flow = flowOf(parts, TARGET);
  const finish = runStep(flow, 'FinishOperation', steps.records.finishOperation, TARGET).next(
    Succeed.jsonata(scope, 'OperationDone'),
  );
  const next = waitForWakeup(flow, 'WatchOperation', steps.watch.watchOperation, {
    input: TARGET,
    seconds: deadlines.operationEnded,
    next: finish,
  });
  const deadline = untilAccepted(deadlines, 'the operation', 'OperationStalled');
  const request = pollUntil(flow, 'RequestOperation', steps.rancher.requestOperation, TARGET, 'requested', {
    deadline,
    next,
  });
  return runStep(flow, 'BeginOperation', steps.records.beginOperation, TARGET).next(request);
}

export const operateCluster: Machine = { name: 'operate-cluster', define };
