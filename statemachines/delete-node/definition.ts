import { Choice, Condition, type Fail, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { type StepContract, steps } from '#shared/contracts/steps';
import { DRAIN_LOOK_SECONDS, DRAIN_SECONDS } from '#shared/domain/nodes/drain-verdict';
import { executionInput, type Flow, TARGET, type Target } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { bareStep, runStep } from '../_blocks/run-step.ts';
import { whenProviderHas } from '../_blocks/when-provider-has.ts';
import type { Deadlines } from '../deadlines.ts';

/** The drain step usually gives up earlier and says why. This limit is for a Rancher that does not answer. */
const DRAIN_DEADLINE_SECONDS = 5 * DRAIN_SECONDS;

/**
 * Input {operationUuid, clusterUuid, nodeUuid, correlationId}. Deletes one node of a cluster. The state of the cluster
 * stays OK. First, the node's machine object in Rancher is deleted, so that the node leaves etcd. Then the node's
 * server is deleted. The node objects in the cluster and in Rancher are deleted last, because the kubelet would create
 * them again while the server runs.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET, (failed, superseded) => close(parts, superseded, failed));
  const { deadlines } = parts;
  const { clusterGone } = deadlines;
  const { removeMachine, removeNode } = steps.rancher;
  const forget = removeFromRancher(flow, 'RemoveNode', removeNode, clusterGone, forgetNode(flow));
  const server = deleteServer(flow, deadlines, forget);
  const leave = removeFromRancher(flow, 'RemoveMachine', removeMachine, clusterGone, server);
  const drained = when(flow, 'IsRegistered', '$isRegistered', drain(flow, leave), leave);
  return begin(flow, deadlines.serversGone, revokeCredential(flow, drained));
}

export const deleteNode: Machine = { name: 'delete-node', define };

function when(flow: Flow, id: string, condition: string, then: IChainable, otherwise: IChainable): IChainable {
  return Choice.jsonata(flow.scope, id)
    .when(Condition.jsonata(`{% ${condition} %}`), then)
    .otherwise(otherwise);
}

function begin(flow: Flow, afterSeconds: number, next: IChainable): IChainable {
  const cause = `A step of an earlier operation was still working on the node after ${afterSeconds} s.`;
  const of = (field: string) => `{% $states.result.Payload.${field} %}`;
  return pollUntil(flow, 'BeginNodeDeletion', steps.records.beginNodeDeletion, flow.target, 'alone', {
    deadline: { afterSeconds, error: 'DeletionBlocked', cause },
    next,
    assign: {
      uses: of('uses'),
      managed: of('managed'),
      isRegistered: of('isRegistered'),
      hasCredential: of('hasCredential'),
    },
  });
}

/** Deletes the node's credentials. This comes first, so that no machine can join as this node any more. */
function revokeCredential(flow: Flow, next: IChainable): IChainable {
  const token = runStep(flow, 'RevokeToken', steps.rancher.retireRegistrationToken, flow.target).next(next);
  const vault = runStep(flow, 'RevokeVaultCredentials', steps.vault.deleteCredentials, flow.target);
  return when(flow, 'HasCredential', '$hasCredential', whenProviderHas(flow, 'vault', vault, token), next);
}

function drain(flow: Flow, next: IChainable): IChainable {
  const cause = 'Node drain timeout.';
  return pollUntil(flow, 'DrainNode', steps.rancher.drainNode, flow.target, 'drained', {
    deadline: { afterSeconds: DRAIN_DEADLINE_SECONDS, error: 'DrainFailed', cause },
    everySeconds: DRAIN_LOOK_SECONDS,
    next,
  });
}

/**
 * Removes the node from Rancher and waits until the node is gone. The step `contract` decides which of the node's
 * objects are removed.
 */
function removeFromRancher(flow: Flow, id: string, contract: GoneContract, afterSeconds: number, next: IChainable) {
  const cause = `The node was still in Rancher after ${afterSeconds} s.`;
  const deadline = { afterSeconds, error: 'DeletionBlocked', cause };
  return pollUntil(flow, id, contract, flow.target, 'gone', { deadline, next });
}

function deleteServer(flow: Flow, { serversGone, leftoversGone }: Deadlines, next: IChainable): IChainable {
  const until = (id: string, contract: GoneContract, what: string, afterSeconds: number, then: IChainable) => {
    const cause = `After ${afterSeconds} s, not all of the node was deleted (${what}).`;
    const deadline = { afterSeconds, error: 'DeletionBlocked', cause };
    return pollUntil(flow, id, contract, flow.target, 'gone', { deadline, next: then });
  };
  const { checkServersGone, deleteLeftovers } = steps.openstack;
  const leftovers = until('DeleteLeftovers', deleteLeftovers, 'ports and volumes', leftoversGone, next);
  const gone = until('CheckServerGone', checkServersGone, 'server', serversGone, leftovers);
  return runStep(flow, 'DeleteServer', steps.openstack.deleteServer, ofNode(flow)).next(gone);
}

type GoneContract = StepContract<Target, { gone: boolean }>;
const ofNode = ({ target }: Flow) => ({ ...target, nodeUuid: executionInput('nodeUuid') });

/**
 * Updates the cluster's capacity and other facts from Rancher, then deletes the node's records. If Rancher does not
 * report these facts, the deletion still goes on.
 */
function forgetNode(flow: Flow): IChainable {
  const finish = runStep(flow, 'FinishNodeDeletion', steps.records.finishNodeDeletion, flow.target).next(
    Succeed.jsonata(flow.scope, 'NodeDeleted'),
  );
  const release = runStep(flow, 'ReleasePlace', steps.infrastructure.releasePlace, ofNode(flow)).next(finish);
  const isManaged = when(flow, 'IsManaged', '$managed', release, finish);
  return bareStep(flow, 'PullCluster', steps.rancher.pullCluster, flow.target)
    .addCatch(flow.superseded, { errors: ['Superseded'] })
    .addCatch(isManaged)
    .next(isManaged);
}

/**
 * Ends the operation after its node was set to ERRED, so that a user can delete the node again. A failure of this step
 * is ignored, because the failure of the deletion is already recorded.
 */
function close(parts: MachineParts, superseded: Succeed, failed: Fail): IChainable {
  return bareStep({ parts }, 'CloseOperation', steps.records.finishNode, TARGET)
    .addCatch(superseded, { errors: ['Superseded'] })
    .addCatch(failed)
    .next(failed);
}
