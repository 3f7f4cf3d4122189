import { Chain, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Creates a cluster with Cluster API. Cluster API creates the
 * machines. The state machine waits until all machines are nodes.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const { machinesReady } = parts.deadlines;
  const finish = Chain.start(runStep(flow, 'FinishCreation', steps.records.finishCreation, TARGET)).next(
    Succeed.jsonata(parts.scope, 'ClusterCreated'),
  );
  const watch = waitForWakeup(flow, 'WatchCluster', steps.watch.watchClusterApi, {
    input: TARGET,
    seconds: machinesReady,
    next: finish,
  });
  return runStep(flow, 'PlanCluster', steps.openstack.planClusterApi, TARGET)
    .next(runStep(flow, 'EnsureServerGroups', steps.openstack.ensureServerGroups, TARGET))
    .next(runStep(flow, 'EnsureCloudCredential', steps.openstack.ensureCloudCredential, TARGET))
    .next(runStep(flow, 'ApplyCluster', steps['cluster-api'].applyCluster, TARGET))
    .next(watch);
}

export const createClusterApiCluster: Machine = { name: 'create-cluster-api-cluster', define };
