import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { sweepAndFinish, whenAlone } from '../_blocks/deletion.ts';
import { TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { whenProviderHas } from '../_blocks/when-provider-has.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Deletes a cluster with machine pools. Rancher needs the cluster's
 * cloud credential to delete the machines. The application credential is therefore deleted last, after the remaining
 * key pairs and volumes. After that, sweeps prove that nothing is left (docs/spec/design.md#deletion-is-complete).
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const { serversGone, poolsGone, leftoversGone } = parts.deadlines;
  const sweeps = sweepAndFinish(flow);
  const deleteCredential = runStep(flow, 'DeleteCloudCredential', steps.openstack.deleteCloudCredential, TARGET);
  const deleteLeftovers = pollUntil(flow, 'DeleteLeftovers', steps.openstack.deleteLeftovers, TARGET, 'gone', {
    deadline: {
      afterSeconds: leftoversGone,
      overdue: sweeps,
      late: `After ${leftoversGone} s, not all was deleted (key pairs, volumes). `,
    },
    next: deleteCredential.next(sweeps),
  });
  const deleteCluster = pollUntil(flow, 'DeletePoolCluster', steps.rancher.deletePoolCluster, TARGET, 'gone', {
    // If machines are not gone in time, the sweep still runs. The sweep fails with a message that names the remaining
    // objects. The credential stays, because Rancher needs the credential to delete the machines.
    deadline: {
      afterSeconds: poolsGone,
      overdue: sweeps,
      late: `After ${poolsGone} s, not all was deleted (cluster in Rancher). `,
    },
    next: deleteLeftovers,
  });
  const record = runStep(flow, 'RecordVolumes', steps.openstack.recordVolumes, TARGET).next(deleteCluster);
  const deleteGroups = runStep(flow, 'DeleteKeycloakGroups', steps.keycloak.deleteGroups, TARGET);
  const unregister = runStep(flow, 'UnregisterFromArgocd', steps.argocd.unregisterCluster, TARGET);
  const begin = whenProviderHas(flow, 'argocd', unregister, whenProviderHas(flow, 'keycloak', deleteGroups, record));
  return whenAlone(flow, serversGone, begin);
}

export const deletePoolCluster: Machine = { name: 'delete-pool-cluster', define };
