import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { type Flow, TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';
import type { Deadlines } from '../deadlines.ts';

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
  return runStep(flow, 'BeginUpgrade', steps.records.beginUpgrade, TARGET).next(start(flow, deadlines, watch));
}

export const upgradeCluster: Machine = { name: 'upgrade-cluster', define };

/**
 * Starts the upgrade. Rancher also changes the object to which the version is written, so the write may fail with a
 * conflict. The write is repeated until `afterSeconds` have passed.
 */
function start(flow: Flow, { upgradeStarted: afterSeconds }: Deadlines, next: IChainable): IChainable {
  const cause = `Rancher did not accept the new version within ${afterSeconds} s, because the cluster was being changed at each attempt.`;
  const deadline = { afterSeconds, error: 'UpgradeTimeout', cause };
  return pollUntil(flow, 'StartUpgrade', steps.rancher.startUpgrade, flow.target, 'started', { deadline, next });
}
