import { conditionMessage, nodeMessage } from '../clusters/planner-message.ts';
import { pausedMessage } from './machine-holds.ts';
import { hookMessage } from './machine-hooks.ts';
import {
  type DeletionStep,
  hasReached,
  infrastructureKind,
  isRunning,
  type RancherMachine,
} from './machine-objects.ts';

export interface MachineCondition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message: string;
}
type Status = MachineCondition['status'];

const condition = (type: string, status: Status, reason: string, message = ''): MachineCondition => ({
  ...{ type, status, reason, message },
});

const DELETING: Record<DeletionStep, { reason: string; message: string }> = {
  preDrainHook: { reason: 'WaitingForPreDrainHook', message: '' },
  draining: { reason: 'DrainingNode', message: 'Drain not completed yet' },
  preTerminateHook: { reason: 'WaitingForPreTerminateHook', message: '' },
  infrastructure: {
    reason: 'WaitingForInfrastructureDeletion',
    message: 'Waiting for CustomMachine to be deleted',
  },
  bootstrap: { reason: 'WaitingForBootstrapDeletion', message: 'Waiting for RKEBootstrap to be deleted' },
};

/** Why a machine that is being deleted is not gone yet. */
function deletionOf(machine: RancherMachine): { reason: string; message: string } | undefined {
  const { deletionStep, pool } = machine;
  if (!deletionStep) return undefined;
  const { reason, message } = DELETING[deletionStep];
  if (deletionStep === 'preDrainHook' || deletionStep === 'preTerminateHook')
    return { reason, message: hookMessage(machine, deletionStep) };
  const isStuck = deletionStep === 'infrastructure' && pool?.infrastructure === 'stuck';
  return { reason, message: isStuck ? pool.message : message.replace('CustomMachine', infrastructureKind(machine)) };
}

export const deletionMessage = (machine: RancherMachine): string | undefined => deletionOf(machine)?.message;

interface Seen {
  canJoin: boolean;
  isOfPaused: boolean;
}

/** The conditions that Cluster API and Rancher's planner write to a machine, in the same order as on a real machine. */
export function machineConditions(machine: RancherMachine, { canJoin, isOfPaused }: Seen): MachineCondition[] {
  if (machine.stage === 'created') return [];
  const why = pausedMessage('Machine', machine, isOfPaused);
  const paused = why === '' ? condition('Paused', 'False', 'NotPaused') : condition('Paused', 'True', 'Paused', why);
  if (machine.stage === 'observed') return [paused];
  const node = nodeConditions(machine, canJoin);
  const deletion = deletionOf(machine);
  const isReady = isRunning(machine) && !deletion && node[0]?.status === 'True';
  return [
    isReady ? condition('Available', 'True', 'Available') : condition('Available', 'False', 'NotReady'),
    isReady ? condition('Ready', 'True', 'Ready') : unready(machine, node),
    ...upToDate(machine),
    hasReached(machine, 'bootstrapped')
      ? condition('BootstrapConfigReady', 'True', 'Ready')
      : condition('BootstrapConfigReady', 'False', 'NotReady', NO_BOOTSTRAP),
    infrastructureReady(machine),
    ...node,
    ...healthConditions(machine),
    condition('Updating', 'False', 'NotUpdating'),
    condition('PlanApplied', 'True', 'PlanApplied'),
    ...reconciled(machine, canJoin),
    paused,
    deletion
      ? condition('Deleting', 'True', deletion.reason, deletion.message)
      : condition('Deleting', 'False', 'NotDeleting'),
  ];
}

/** Cluster API copies this condition from the machine's infrastructure object. */
function infrastructureReady(machine: RancherMachine): MachineCondition {
  const of = (reason: string, message: string) => condition('InfrastructureReady', 'False', reason, message);
  if (machine.deletionStep === 'bootstrap')
    return of('ObjectDeleted', `${infrastructureKind(machine)} has been deleted`);
  const { infrastructure, message } = machine.pool ?? { infrastructure: 'ready', message: '' };
  if (infrastructure === 'ready') return condition('InfrastructureReady', 'True', 'Ready');
  if (infrastructure === 'failed') return of('CreateError', message);
  return infrastructure === 'stuck' ? of('DeleteError', message) : of('NotReady', message);
}

/** Only for machines of a MachineSet: whether the machine has the present template. */
function upToDate({ pool }: RancherMachine): MachineCondition[] {
  if (!pool) return [];
  if (!pool.isOutdated) return [condition('UpToDate', 'True', 'UpToDate')];
  return [condition('UpToDate', 'False', 'NotUpToDate', '* OpenstackMachine is not up-to-date')];
}

const OUTDATED = "Machine won't be remediated because it is pending removal due to rollout";

/** The findings of a health check about a machine, if there is a check. */
function healthConditions({ health, pool }: RancherMachine): MachineCondition[] {
  if (health === undefined) return [];
  if (!health.why) return [condition('HealthCheckSucceeded', 'True', 'HealthCheckSucceeded')];
  const { reason, message } = health.why;
  return [
    condition('HealthCheckSucceeded', 'False', reason, message),
    pool?.isOutdated
      ? condition('OwnerRemediated', 'False', 'CannotBeRemediated', OUTDATED)
      : condition('OwnerRemediated', 'False', 'WaitingForRemediation'),
  ];
}

const NO_BOOTSTRAP = 'RKEBootstrap status.initialization.dataSecretCreated is false';

function nodeConditions(machine: RancherMachine, canJoin: boolean): MachineCondition[] {
  if (isRunning(machine) && (canJoin || !isPastDrain(machine))) {
    return [condition('NodeHealthy', 'True', 'NodeHealthy'), condition('NodeReady', 'True', 'NodeReady')];
  }
  const message = nodeMessage(machine, canJoin);
  return ['NodeHealthy', 'NodeReady'].map((type) => condition(type, 'Unknown', 'InspectionFailed', message));
}

const isPastDrain = ({ deletionStep }: RancherMachine): boolean =>
  deletionStep === 'infrastructure' || deletionStep === 'bootstrap';

/** A condition whose message lists why a machine is not ready, one reason in each line. */
function unready(machine: RancherMachine, [node]: MachineCondition[]): MachineCondition {
  const { deletionStep } = machine;
  const isBootstrapped = hasReached(machine, 'bootstrapped');
  const lines = [
    ...(deletionStep ? [`* Deleting: Machine deletion in progress, stage: ${DELETING[deletionStep].reason}`] : []),
    ...(isBootstrapped ? [] : [`* BootstrapConfigReady: ${NO_BOOTSTRAP}`]),
    ...(node && node.status !== 'True' ? [`* NodeHealthy: ${node.message}`] : []),
  ];
  const isKnown = deletionStep !== undefined || !isBootstrapped;
  return condition('Ready', isKnown ? 'False' : 'Unknown', isKnown ? 'NotReady' : 'ReadyUnknown', lines.join('\n'));
}

function reconciled(machine: RancherMachine, canJoin: boolean): MachineCondition[] {
  if (!machine.isPlanned) return [];
  const message = conditionMessage(machine, canJoin);
  return [
    message === ''
      ? condition('Reconciled', 'True', 'Reconciled')
      : condition('Reconciled', 'Unknown', 'Waiting', message),
  ];
}
