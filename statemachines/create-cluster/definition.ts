import type { Duration } from 'aws-cdk-lib';
import { Chain, Choice, Condition, type IChainable, type IStateMachine, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { executionInput, type Flow, type StepFunctions } from '../_blocks/flow.ts';
import { forEachNode } from '../_blocks/for-each.ts';
import { lookUntil } from '../_blocks/look-until.ts';
import { onlyWith } from '../_blocks/only-with.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';
import type { Deadlines } from '../deadlines.ts';

export type CreateClusterNeeds = {
  functions: StepFunctions;
  watchNodes: { machine: IStateMachine; timeout: Duration };
  deadlines: Deadlines;
};

/**
 * Input {operationUuid, clusterUuid, correlationId}. docs/spec/design.md#order-of-node-creation has the order of nodes.
 */
export function createCluster(scope: Construct, needs: CreateClusterNeeds): IChainable {
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, needs.functions, target);
  const { rancherId, firstNodes, furtherNodes, clusterActive } = needs.deadlines;
  const finish = finishCluster(flow, clusterActive);
  const rest = wave(flow, { name: 'Rest', nodes: '$rest', seconds: furtherNodes, next: finish }, needs);
  const hasRest = Choice.jsonata(scope, 'HasRest')
    .when(Condition.jsonata('{% $count($rest) > 0 %}'), rest)
    .otherwise(finish);
  const first = wave(flow, { name: 'First', nodes: '$first', seconds: firstNodes, next: hasRest }, needs);
  const putCredentials = runStep(flow, 'PutVaultCredentials', steps.vault.putCredentials, target);
  const beforeMachines = onlyWith(flow, 'vault', putCredentials, first);
  const plan = runStep(flow, 'PlanNodes', steps.openstack.planNodes, target, {
    first: '{% $states.result.Payload.first %}',
    rest: '{% $states.result.Payload.rest %}',
    uses: '{% $states.result.Payload.uses %}',
  });
  return plan.next(ensureRancherCluster(flow, rancherId, beforeMachines));
}

function ensureRancherCluster(flow: Flow, afterSeconds: number, next: IChainable): IChainable {
  const deadline = {
    afterSeconds,
    error: 'BootstrapTimeout',
    cause: `Rancher has not assigned the cluster an id within ${afterSeconds} s.`,
  };
  return lookUntil(flow, 'EnsureCluster', steps.rancher.ensureCluster, flow.target, 'ready', { deadline, next });
}

/** `nodes`: JSONata text of their uuids. They have so many seconds to become active. */
type Wave = { name: string; nodes: string; seconds: number; next: IChainable };

/** Creates servers in parallel, then waits for all of them. */
function wave(flow: Flow, { name, nodes, seconds, next }: Wave, needs: CreateClusterNeeds): IChainable {
  const watch = runMachine(flow, `Watch${name}Nodes`, {
    ...needs.watchNodes,
    name: 'watch-nodes',
    input: { nodeUuids: `{% ${nodes} %}`, deadlineMs: seconds * 1000 },
  });
  return forEachNode(flow, `Ensure${name}Server`, nodes, steps.openstack.ensureServer, watch.next(next));
}

function finishCluster(flow: Flow, activeSeconds: number): IChainable {
  const deleteCredentials = runStep(flow, 'DeleteVaultCredentials', steps.vault.deleteCredentials, flow.target);
  const retire = Chain.start(runStep(flow, 'RetireToken', steps.rancher.retireRegistrationToken, flow.target))
    .next(runStep(flow, 'FinishCreation', steps.records.finishCreation, flow.target))
    .next(Succeed.jsonata(flow.scope, 'ClusterCreated'));
  const pull = runStep(flow, 'PullCluster', steps.rancher.pullCluster, flow.target);
  const register = runStep(flow, 'RegisterWithArgocd', steps.argocd.registerCluster, flow.target);
  pull.next(onlyWith(flow, 'argocd', register, onlyWith(flow, 'vault', deleteCredentials, retire)));
  const wait = { input: flow.target, deadlineMs: String(activeSeconds * 1000), next: pull };
  return waitForWakeup(flow, 'WatchCluster', steps.watch.watchCluster, wait);
}
