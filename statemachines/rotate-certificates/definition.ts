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
 * Input {operationUuid, clusterUuid, correlationId}. Requests the rotation from Rancher once, by raising the number of
 * the rotation. Rancher then restarts one node after the other with new certificates. The state machine waits until
 * Rancher has finished.
 */
function define(parts: MachineParts): IChainable {
  const { scope, deadlines } = parts;
  const flow = flowOf(parts, TARGET);
  const finish = runStep(flow, 'FinishRotation', steps.records.finishRotation, TARGET).next(
    Succeed.jsonata(scope, 'CertificatesRotated'),
  );
  const next = waitForWakeup(flow, 'WatchRotation', steps.watch.watchRotation, {
    input: TARGET,
    seconds: deadlines.certificatesRotated,
    next: finish,
  });
  const deadline = untilAccepted(deadlines, 'the rotation', 'RotationTimeout');
  const start = pollUntil(flow, 'StartRotation', steps.rancher.startRotation, TARGET, 'started', { deadline, next });
  return runStep(flow, 'BeginRotation', steps.records.beginRotation, TARGET).next(start);
}

export const rotateCertificates: Machine = { name: 'rotate-certificates', define };
