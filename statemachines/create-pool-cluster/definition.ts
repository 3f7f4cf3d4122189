import { Chain, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { equipCluster } from '../_blocks/creation.ts';
import { TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Creates a cluster with machine pools. Rancher creates the
 * machines. The state machine waits until the machines are ready.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const { rancherId, poolsReady, appDeployed } = parts.deadlines;
  const finish = Chain.start(runStep(flow, 'FinishCreation', steps.records.finishCreation, TARGET)).next(
    Succeed.jsonata(parts.scope, 'ClusterCreated'),
  );
  const watch = waitForWakeup(flow, 'WatchPools', steps.watch.watchPools, {
    input: TARGET,
    seconds: poolsReady,
    next: equipCluster(flow, appDeployed, finish),
  });
  const cause = `Rancher has not assigned the cluster an id within ${rancherId} s.`;
  const ensure = pollUntil(flow, 'EnsurePoolCluster', steps.rancher.ensurePoolCluster, TARGET, 'ready', {
    deadline: { afterSeconds: rancherId, error: 'BootstrapTimeout', cause },
    next: watch,
  });
  const plan = runStep(flow, 'PlanPools', steps.openstack.planPools, TARGET, {
    uses: '{% $states.result.Payload.uses %}',
    asked: "{% '' %}",
  });
  const credential = runStep(flow, 'EnsureCloudCredential', steps.openstack.ensureCloudCredential, TARGET);
  return plan.next(credential).next(ensure);
}

export const createPoolCluster: Machine = { name: 'create-pool-cluster', define };
