import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { executionInput, type Flow, type StepFunctions } from '../_blocks/flow.ts';
import { lookUntil } from '../_blocks/look-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';
import type { Deadlines } from '../deadlines.ts';

export type UpgradeClusterNeeds = { functions: StepFunctions; deadlines: Deadlines };

/**
 * Input {operationUuid, clusterUuid, correlationId}. Asks Rancher once, which then upgrades one node after the other,
 * and waits until all run the new version.
 */
export function upgradeCluster(scope: Construct, { functions, deadlines }: UpgradeClusterNeeds): IChainable {
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, functions, target);
  const finish = runStep(flow, 'FinishUpgrade', steps.records.finishUpgrade, target).next(
    Succeed.jsonata(scope, 'ClusterUpgraded'),
  );
  const watch = waitForWakeup(flow, 'WatchUpgrade', steps.watch.watchUpgrade, {
    input: target,
    deadlineMs: String(deadlines.nodesUpgraded * 1000),
    next: finish,
  });
  return runStep(flow, 'BeginUpgrade', steps.records.beginUpgrade, target).next(start(flow, deadlines, watch));
}

/** Rancher's controllers write the cluster, too, and cause conflicts, but not for so long. */
function start(flow: Flow, { upgradeStarted: afterSeconds }: Deadlines, next: IChainable): IChainable {
  const cause = `Rancher did not take the new version within ${afterSeconds} s: each time the cluster was being changed.`;
  const deadline = { afterSeconds, error: 'UpgradeTimeout', cause };
  return lookUntil(flow, 'StartUpgrade', steps.rancher.startUpgrade, flow.target, 'started', { deadline, next });
}
