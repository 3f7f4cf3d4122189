import { Chain, Choice, Condition, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { equipCluster } from '../_blocks/creation.ts';
import { type Flow, TARGET } from '../_blocks/flow.ts';
import { forEachNode } from '../_blocks/for-each.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { runStep } from '../_blocks/run-step.ts';
import { waitForWakeup } from '../_blocks/wait-for-wakeup.ts';
import { whenProviderHas } from '../_blocks/when-provider-has.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Creates a cluster. The order in which nodes are created is
 * explained in docs/spec/design.md#order-of-node-creation.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const { rancherId, firstNodes, furtherNodes, clusterActive, appDeployed } = parts.deadlines;
  const finish = finishCluster(flow, clusterActive, appDeployed);
  const rest = wave(flow, { name: 'Rest', nodes: '$rest', seconds: furtherNodes, next: finish });
  const hasRest = Choice.jsonata(parts.scope, 'HasRest')
    .when(Condition.jsonata('{% $count($rest) > 0 %}'), rest)
    .otherwise(finish);
  const first = wave(flow, { name: 'First', nodes: '$first', seconds: firstNodes, next: hasRest });
  const putCredentials = runStep(flow, 'PutVaultCredentials', steps.vault.putCredentials, TARGET);
  const beforeMachines = whenProviderHas(flow, 'vault', putCredentials, first);
  const plan = runStep(flow, 'PlanNodes', steps.openstack.planNodes, TARGET, {
    first: '{% $states.result.Payload.first %}',
    rest: '{% $states.result.Payload.rest %}',
    uses: '{% $states.result.Payload.uses %}',
    asked: "{% '' %}",
  });
  return plan.next(ensureRancherCluster(flow, rancherId, beforeMachines));
}

export const createCluster: Machine = { name: 'create-cluster', define };

function ensureRancherCluster(flow: Flow, afterSeconds: number, next: IChainable): IChainable {
  const deadline = {
    afterSeconds,
    error: 'BootstrapTimeout',
    cause: `Rancher has not assigned the cluster an id within ${afterSeconds} s.`,
  };
  return pollUntil(flow, 'EnsureCluster', steps.rancher.ensureCluster, flow.target, 'ready', { deadline, next });
}

/**
 * Nodes that are created at the same time. `nodes` is the JSONata text of their uuids. `seconds` is the time within
 * which they must become active.
 */
type Wave = { name: string; nodes: string; seconds: number; next: IChainable };

/** Creates the servers of a wave in parallel, then waits until all nodes of the wave are active. */
function wave(flow: Flow, { name, nodes, seconds, next }: Wave): IChainable {
  const watch = runMachine(flow, `Watch${name}Nodes`, 'watch-nodes', {
    input: { nodeUuids: `{% ${nodes} %}`, deadlineMs: seconds * 1000 },
  });
  return forEachNode(flow, `Ensure${name}Server`, nodes, steps.openstack.ensureServer, watch.next(next));
}

function finishCluster(flow: Flow, activeSeconds: number, longhornSeconds: number): IChainable {
  const deleteCredentials = runStep(flow, 'DeleteVaultCredentials', steps.vault.deleteCredentials, flow.target);
  const retire = Chain.start(runStep(flow, 'RetireToken', steps.rancher.retireRegistrationToken, flow.target))
    .next(runStep(flow, 'FinishCreation', steps.records.finishCreation, flow.target))
    .next(Succeed.jsonata(flow.scope, 'ClusterCreated'));
  const cleanUp = whenProviderHas(flow, 'vault', deleteCredentials, retire);
  return waitForWakeup(flow, 'WatchCluster', steps.watch.watchCluster, {
    input: flow.target,
    seconds: activeSeconds,
    next: equipCluster(flow, longhornSeconds, cleanUp),
  });
}
