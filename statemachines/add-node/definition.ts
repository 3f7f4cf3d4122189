import { Chain, Choice, Condition, type Fail, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { type StepContract, steps } from '#shared/contracts/steps';
import { executionInput, type Flow, TARGET, type Target } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { bareStep, runStep } from '../_blocks/run-step.ts';
import { whenProviderHas } from '../_blocks/when-provider-has.ts';

/**
 * Input {operationUuid, clusterUuid, nodeUuid, correlationId}. Adds one node to a cluster. The cluster stays OK even if
 * the node fails.
 */
function define(parts: MachineParts): IChainable {
  const { scope, deadlines } = parts;
  const ofNode = { ...TARGET, nodeUuid: executionInput('nodeUuid') };
  const flow = flowOf(parts, TARGET, (failed, superseded) =>
    clearUp({ scope, parts, superseded, target: TARGET }, failed),
  );
  const watch = runMachine(flow, 'WatchNode', 'watch-nodes', {
    input: {
      nodeUuids: '{% [$states.context.Execution.Input.nodeUuid] %}',
      deadlineMs: deadlines.furtherNodes * 1000,
    },
  });
  const make = Chain.start(runStep(flow, 'EnsureServer', steps.openstack.ensureServer, ofNode))
    .next(watch)
    .next(finish(flow));
  const putCredentials = runStep(flow, 'PutVaultCredentials', steps.vault.putCredentials, TARGET);
  const register = ensureRegistration(flow, deadlines.rancherId, whenProviderHas(flow, 'vault', putCredentials, make));
  const quotas = runStep(flow, 'EnsureQuotas', steps.infrastructure.ensureQuotas, ofNode);
  const whereManaged = Choice.jsonata(scope, 'IsManaged')
    .when(Condition.jsonata('{% $states.input.managed %}'), quotas.next(register))
    .otherwise(register);
  const uses = { uses: '{% $states.result.Payload.uses %}' };
  return runStep(flow, 'BeginNode', steps.records.beginNode, TARGET, uses).next(whereManaged);
}

export const addNode: Machine = { name: 'add-node', define };

function ensureRegistration(flow: Flow, afterSeconds: number, next: IChainable): IChainable {
  const cause = `Rancher has not filled in a registration token within ${afterSeconds} s.`;
  const deadline = { afterSeconds, error: 'BootstrapTimeout', cause };
  return pollUntil(flow, 'EnsureRegistration', steps.rancher.ensureRegistration, flow.target, 'ready', {
    deadline,
    next,
  });
}

function finish(flow: Flow): IChainable {
  const deleteCredentials = runStep(flow, 'DeleteVaultCredentials', steps.vault.deleteCredentials, flow.target);
  const retire = Chain.start(runStep(flow, 'RetireToken', steps.rancher.retireRegistrationToken, flow.target))
    .next(runStep(flow, 'FinishNode', steps.records.finishNode, flow.target))
    .next(Succeed.jsonata(flow.scope, 'NodeAdded'));
  const pull = runStep(flow, 'PullCluster', steps.rancher.pullCluster, flow.target);
  return Chain.start(pull).next(whenProviderHas(flow, 'vault', deleteCredentials, retire));
}

/**
 * Deletes the credentials of a node that is ERRED, because no retry will use them. If a step fails, the credentials
 * stay until the deletion of the cluster. A failure of these steps is ignored, because the failure of the node is
 * already recorded.
 */
function clearUp(flow: Omit<Flow, 'recordFailure'>, failed: Fail): IChainable {
  const inAnyCase = (id: string, contract: StepContract<Target, object>, next: IChainable) =>
    bareStep(flow, id, contract, flow.target)
      .addCatch(flow.superseded, { errors: ['Superseded'] })
      .addCatch(next)
      .next(next);
  const close = inAnyCase('CloseOperation', steps.records.finishNode, failed);
  const token = inAnyCase('RevokeToken', steps.rancher.retireRegistrationToken, close);
  return inAnyCase('RevokeVaultCredentials', steps.vault.deleteCredentials, token);
}
