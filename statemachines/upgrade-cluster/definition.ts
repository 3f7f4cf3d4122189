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
 * Input {operationUuid, clusterUuid, correlationId}. Writes the new version to Rancher once. Rancher then upgrades one
 * node after the other. The state machine waits until all nodes run the new version.
 */
function define(parts: MachineParts): IChainable {
  const { scope, deadlines } = parts;
  const flow = flowOf(parts, TARGET);
  const finish = runStep(flow, 'FinishUpgrade', steps.records.finishUpgrade, TARGET).next(
    Succeed.jsonata(scope, 'ClusterUpgraded'),
  );
  const watch = waitForWakeup(flow, 'WatchUpgrade', steps.watch.watchUpgrade, {
    input: TARGET,
    seconds: deadlines.nodesUpgraded,
    next: finish,
  });
  const deadline = untilAccepted(deadlines, 'the new version', 'UpgradeTimeout');
  const start = pollUntil(flow, 'StartUpgrade', steps.rancher.startUpgrade, TARGET, 'started', {
    deadline,
    next: watch,
  });
  return runStep(flow, 'BeginUpgrade', steps.records.beginUpgrade, TARGET).next(start);
}

export const upgradeCluster: Machine = { name: 'upgrade-cluster', define };
