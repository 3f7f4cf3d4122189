import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { type Flow, TARGET } from '../_blocks/flow.ts';
import { lookUntil } from '../_blocks/look-until.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';
import type { Deadlines } from '../deadlines.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Asks Rancher once, which then upgrades one node after the other,
 * and waits until all run the new version.
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

/** Rancher's controllers write the cluster, too, and cause conflicts, but not for so long. */
function start(flow: Flow, { upgradeStarted: afterSeconds }: Deadlines, next: IChainable): IChainable {
  const cause = `Rancher did not take the new version within ${afterSeconds} s: each time the cluster was being changed.`;
  const deadline = { afterSeconds, error: 'UpgradeTimeout', cause };
  return lookUntil(flow, 'StartUpgrade', steps.rancher.startUpgrade, flow.target, 'started', { deadline, next });
}
