import type { Duration } from 'aws-cdk-lib';
import { Chain, Choice, Condition, type IChainable, type IStateMachine, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { executionInput, type Flow, type StepFunctions } from '../_blocks/flow.ts';
import { forEachNode } from '../_blocks/for-each-node.ts';
import { lookUntil } from '../_blocks/look-until.ts';
import { onlyWith } from '../_blocks/only-with.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';

export type CreateClusterNeeds = {
  functions: StepFunctions;
  watchNodes: { machine: IStateMachine; timeout: Duration };
  bootstrapTimeout: Duration;
};

/** Input {operationUuid, clusterUuid, correlationId}. The order of nodes is design decision 7. */
export function createCluster(scope: Construct, needs: CreateClusterNeeds): IChainable {
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, needs.functions, target);
  const finish = finishCluster(flow);
  const rest = wave(flow, 'Rest', '$rest', needs, finish);
  const hasRest = Choice.jsonata(scope, 'HasRest')
    .when(Condition.jsonata('{% $count($rest) > 0 %}'), rest)
    .otherwise(finish);
  const first = wave(flow, 'First', '$first', needs, hasRest);
  const putCredentials = runStep(flow, 'PutVaultCredentials', steps.vault.putCredentials, target);
  const beforeMachines = onlyWith(flow, 'vault', putCredentials, first);
  const plan = runStep(flow, 'PlanNodes', steps.openstack.planNodes, target, {
    first: '{% $states.result.Payload.first %}',
    rest: '{% $states.result.Payload.rest %}',
    uses: '{% $states.result.Payload.uses %}',
  });
  return plan.next(ensureRancherCluster(flow, needs.bootstrapTimeout, beforeMachines));
}

function ensureRancherCluster(flow: Flow, bootstrapTimeout: Duration, next: IChainable): IChainable {
  const deadline = {
    after: bootstrapTimeout,
    error: 'BootstrapTimeout',
    cause: `Rancher has not assigned the cluster an id within ${bootstrapTimeout.toSeconds()} s.`,
  };
  return lookUntil(flow, 'EnsureCluster', steps.rancher.ensureCluster, flow.target, 'ready', deadline, next);
}

/** Servers in parallel, then one wait for all of them. */
function wave(flow: Flow, name: string, nodes: string, needs: CreateClusterNeeds, next: IChainable): IChainable {
  const watch = runMachine(flow, `Watch${name}Nodes`, {
    ...needs.watchNodes,
    name: 'watch-nodes',
    input: { nodeUuids: `{% ${nodes} %}` },
  });
  return forEachNode(flow, `Ensure${name}Server`, nodes, steps.openstack.ensureServer, watch.next(next));
}

function finishCluster(flow: Flow): IChainable {
  const deleteCredentials = runStep(flow, 'DeleteVaultCredentials', steps.vault.deleteCredentials, flow.target);
  const retire = Chain.start(runStep(flow, 'RetireToken', steps.rancher.retireRegistrationToken, flow.target))
    .next(runStep(flow, 'FinishCreation', steps.records.finishCreation, flow.target))
    .next(Succeed.jsonata(flow.scope, 'ClusterCreated'));
  const pull = runStep(flow, 'PullCluster', steps.rancher.pullCluster, flow.target);
  const register = runStep(flow, 'RegisterWithArgocd', steps.argocd.registerCluster, flow.target);
  pull.next(onlyWith(flow, 'argocd', register, onlyWith(flow, 'vault', deleteCredentials, retire)));
  return waitForWakeup(flow, 'WatchCluster', steps.watch.watchCluster, flow.target, pull);
}
