import { Chain, Choice, Condition, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { whenAlone } from '../_blocks/deletion.ts';
import { TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Deletes a cluster that Cluster API has made. Cluster API needs the
 * cluster's application credential to delete the machines. Load balancers of Services are deleted first, because the
 * network cannot be deleted before them. Other objects that programs in the cluster have made are deleted after the
 * machines. The credential is deleted last. Then sweeps prove that nothing is left
 * (docs/spec/design.md#deletion-is-complete).
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const { serversGone, machinesGone, leftoversGone } = parts.deadlines;
  const input = { ...TARGET, late: '{% $late %}' };
  const finish = Chain.start(runStep(flow, 'FinishDeletion', steps.records.finishDeletion, TARGET)).next(
    Succeed.jsonata(parts.scope, 'ClusterDeleted'),
  );
  const sweeps = Chain.start(runStep(flow, 'SweepOpenStack', steps.openstack.sweepTenants, input))
    .next(runStep(flow, 'SweepClusterApi', steps['cluster-api'].sweepCluster, input))
    .next(finish);
  const deleteCredential = runStep(flow, 'DeleteCloudCredential', steps.openstack.deleteCloudCredential, TARGET);
  const late = (what: string) => `After ${leftoversGone} s, not all was deleted (${what}). `;
  const deleteLeftovers = pollUntil(flow, 'DeleteLeftovers', steps.openstack.deleteLeftovers, TARGET, 'gone', {
    deadline: { afterSeconds: leftoversGone, overdue: sweeps, late: late('volumes, load balancers, groups') },
    next: deleteCredential.next(sweeps),
  });
  const { deleteLoadBalancers } = steps.openstack;
  const lateInClusterApi = `After ${machinesGone} s, not all was deleted (cluster in Cluster API). `;
  const deleteObjects = pollUntil(flow, 'DeleteObjects', steps['cluster-api'].deleteCluster, TARGET, 'gone', {
    deadline: { afterSeconds: leftoversGone, overdue: sweeps, late: late('objects in Cluster API') },
    next: deleteLeftovers,
  });
  const watch = waitForWakeup(flow, 'WatchDeletion', steps.watch.watchClusterApi, {
    input: TARGET,
    seconds: machinesGone,
    next: deleteObjects,
    // If machines are not gone in time, the sweep still runs. The sweep fails with a message that names the remaining
    // objects. The credential stays, because Cluster API needs the credential to delete the machines.
    overdue: { next: sweeps, late: lateInClusterApi },
    // Load balancers are deleted repeatedly during the wait. While machines run, a new Service can still get a load
    // balancer, which uses the network.
    between: runStep(flow, 'DeleteLateLoadBalancers', deleteLoadBalancers, TARGET),
  });
  const deleteCluster = runStep(flow, 'DeleteCluster', steps['cluster-api'].deleteCluster, TARGET).next(
    Choice.jsonata(flow.scope, 'DeleteClusterDone')
      .when(Condition.jsonata('{% $not($states.input.gone) %}'), watch)
      .otherwise(deleteLeftovers),
  );
  const begin = pollUntil(flow, 'DeleteLoadBalancers', deleteLoadBalancers, TARGET, 'gone', {
    deadline: { afterSeconds: leftoversGone, overdue: sweeps, late: late('load balancers') },
    next: deleteCluster,
  });
  return whenAlone(flow, serversGone, begin);
}

export const deleteClusterApiCluster: Machine = { name: 'delete-cluster-api-cluster', define };
