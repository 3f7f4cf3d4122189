import { Chain, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Changes a cluster that Cluster API has made. The request has
 * written the wanted cluster into its record. This state machine writes the wanted cluster to Cluster API, and waits
 * until all machines match it.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const { poolsChanged } = parts.deadlines;
  const finish = Chain.start(
    runStep(flow, 'FinishClusterApiChange', steps.records.finishClusterApiChange, TARGET),
  ).next(Succeed.jsonata(parts.scope, 'ClusterChanged'));
  const watch = waitForWakeup(flow, 'WatchCluster', steps.watch.watchClusterApi, {
    input: TARGET,
    seconds: poolsChanged,
    next: finish,
  });
  return runStep(flow, 'BeginClusterApiChange', steps.records.beginClusterApiChange, TARGET)
    .next(runStep(flow, 'EnsureServerGroups', steps.openstack.ensureServerGroups, TARGET))
    .next(runStep(flow, 'ApplyCluster', steps['cluster-api'].applyCluster, TARGET))
    .next(watch);
}

export const updateClusterApiCluster: Machine = { name: 'update-cluster-api-cluster', define };
