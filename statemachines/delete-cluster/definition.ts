import { Chain, Choice, Condition, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { type StepContract, steps } from '#shared/contracts/steps';
import { type Flow, TARGET, type Target } from '../_blocks/flow.ts';
import { forEachNode } from '../_blocks/for-each.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { runStep } from '../_blocks/run-step.ts';
import { whenProviderHas } from '../_blocks/when-provider-has.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Deletes a cluster. An object is deleted before the objects that it
 * needs: first machines, then ports and volumes of machines, credentials, and the cluster in Rancher. After that,
 * sweeps prove that nothing is left (docs/spec/design.md#deletion-is-complete). At last, the tenants of a managed
 * cluster are deleted. This works from any unfinished state, because a step succeeds if it has nothing to do.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const sweeps = sweepAndFinish(flow);
  // If objects are not gone in time, the sweep still runs. It fails with a message that names the objects that are
  // left.
  const until = (id: string, contract: GoneContract, { what, seconds }: Late, next: IChainable) => {
    const deadline = {
      afterSeconds: seconds,
      overdue: sweeps,
      late: `After ${seconds} s, not all was deleted (${what}). `,
    };
    return pollUntil(flow, id, contract, TARGET, 'gone', { deadline, next });
  };

  const { checkServersGone, deleteLeftovers, deleteServer } = steps.openstack;
  const { serversGone, leftoversGone, clusterGone } = parts.deadlines;
  const late = { what: 'cluster in Rancher', seconds: clusterGone };
  const rancher = until('DeleteCluster', steps.rancher.deleteCluster, late, sweeps);
  const deleteCredentials = runStep(flow, 'DeleteVaultCredentials', steps.vault.deleteCredentials, TARGET);
  const unregisterStep = runStep(flow, 'UnregisterFromArgocd', steps.argocd.unregisterCluster, TARGET);
  const deleteGroups = runStep(flow, 'DeleteKeycloakGroups', steps.keycloak.deleteGroups, TARGET);
  const closed = whenProviderHas(flow, 'keycloak', deleteGroups, rancher);
  const unregister = whenProviderHas(
    flow,
    'argocd',
    unregisterStep,
    whenProviderHas(flow, 'vault', deleteCredentials, closed),
  );
  const lateLeftovers = { what: 'ports and volumes', seconds: leftoversGone };
  const leftovers = until('DeleteLeftovers', deleteLeftovers, lateLeftovers, unregister);
  const servers = until('CheckServersGone', checkServersGone, { what: 'servers', seconds: serversGone }, leftovers);
  return whenAlone(flow, serversGone, forEachNode(flow, 'DeleteServer', '$nodes', deleteServer, servers));
}

export const deleteCluster: Machine = { name: 'delete-cluster', define };

/**
 * Begins the deletion when no step of an earlier operation runs any more. Otherwise such a step could create objects
 * after the deletion has searched for them.
 */
function whenAlone(flow: Flow, afterSeconds: number, next: IChainable): IChainable {
  const cause = `A step of an earlier operation was still working on the cluster after ${afterSeconds} s.`;
  return pollUntil(flow, 'ListNodes', steps.records.listNodes, flow.target, 'alone', {
    deadline: { afterSeconds, error: 'DeletionBlocked', cause },
    next,
    assign: {
      nodes: '{% $states.result.Payload.nodes %}',
      uses: '{% $states.result.Payload.uses %}',
      managed: '{% $states.result.Payload.managed %}',
      late: '',
    },
  });
}

type GoneContract = StepContract<Target, { gone: boolean }>;
type Late = { what: string; seconds: number };

function sweepAndFinish(flow: Flow): IChainable {
  const finishDeletion = Chain.start(runStep(flow, 'FinishDeletion', steps.records.finishDeletion, flow.target)).next(
    Succeed.jsonata(flow.scope, 'ClusterDeleted'),
  );
  const remove = runMachine(flow, 'RemoveInfrastructure', 'remove-infrastructure');
  const finish = Choice.jsonata(flow.scope, 'IsManaged')
    .when(Condition.jsonata('{% $managed %}'), remove.next(finishDeletion))
    .otherwise(finishDeletion);
  const input = { ...flow.target, late: '{% $late %}' };
  const sweepVault = runStep(flow, 'SweepVault', steps.vault.sweepCredentials, flow.target);
  const sweepArgocd = runStep(flow, 'SweepArgocd', steps.argocd.sweepAccess, flow.target);
  const sweepGroups = runStep(flow, 'SweepKeycloak', steps.keycloak.sweepGroups, flow.target);
  const sweptGroups = whenProviderHas(flow, 'keycloak', sweepGroups, finish);
  return Chain.start(runStep(flow, 'SweepOpenStack', steps.openstack.sweepTenants, input))
    .next(runStep(flow, 'SweepRancher', steps.rancher.sweepClusters, input))
    .next(whenProviderHas(flow, 'vault', sweepVault, whenProviderHas(flow, 'argocd', sweepArgocd, sweptGroups)));
}
