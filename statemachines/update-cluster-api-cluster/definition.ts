import { Chain, Choice, Condition, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { type Flow, TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

const ROTATES = Condition.jsonata('{% $rotatesCredential %}');

function deleteFormer(flow: Flow, next: IChainable): IChainable {
  const { credentialTaken } = flow.parts.deadlines;
  return pollUntil(flow, 'CheckCredential', steps['cluster-api'].checkCredential, TARGET, 'taken', {
    deadline: {
      afterSeconds: credentialTaken,
      error: 'UpgradeTimeout',
      cause: `After ${credentialTaken} s, the cluster did not use the new application credential. The former one still works.`,
    },
    next: runStep(flow, 'DeleteFormerCredentials', steps.openstack.deleteFormerCredentials, TARGET).next(next),
  });
}

/**
 * Input {operationUuid, clusterUuid, correlationId}. Changes a cluster that Cluster API has made. The request has
 * already written the desired state into the cluster's record. This state machine writes the desired state to Cluster
 * API, and waits until all machines match it. If the application credential is rotated, the new credential is created
 * first, and the former credential is deleted last.
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
    next: Choice.jsonata(parts.scope, 'HasFormerCredential')
      .when(ROTATES, deleteFormer(flow, finish))
      .otherwise(finish),
  });
  const apply = runStep(flow, 'ApplyCluster', steps['cluster-api'].applyCluster, TARGET).next(watch);
  const credential = runStep(flow, 'EnsureCloudCredential', steps.openstack.ensureCloudCredential, TARGET).next(apply);
  return runStep(flow, 'BeginClusterApiChange', steps.records.beginClusterApiChange, TARGET, {
    rotatesCredential: '{% $states.result.Payload.rotatesCredential %}',
  })
    .next(runStep(flow, 'EnsureServerGroups', steps.openstack.ensureServerGroups, TARGET))
    .next(Choice.jsonata(parts.scope, 'RotatesCredential').when(ROTATES, credential).otherwise(apply));
}

export const updateClusterApiCluster: Machine = { name: 'update-cluster-api-cluster', define };
