import { Chain, Choice, Condition, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import type { Flow } from './flow.ts';
import { pollUntil } from './poll-until.ts';
import { runMachine } from './run-machine.ts';
import { runStep } from './run-step.ts';
import { whenProviderHas } from './when-provider-has.ts';

/**
 * Begins the deletion when no step of an earlier operation runs any more. A step that still runs could create objects
 * after the deletion has searched for them.
 */
export function whenAlone(flow: Flow, afterSeconds: number, next: IChainable): IChainable {
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

/**
 * Proves that nothing of the cluster is left, deletes the tenants of a managed cluster, and ends the deletion.
 * `whenAlone` must have set the variables `uses`, `managed` and `late`.
 */
export function sweepAndFinish(flow: Flow): IChainable {
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
