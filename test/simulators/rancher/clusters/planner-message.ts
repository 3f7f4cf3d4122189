import {
  hasReached,
  infrastructureKind,
  isCounted,
  isEtcdLost,
  isInitialized,
  isRunning,
  isSane,
  type RancherMachine,
} from '../machines/machine-objects.ts';
import { byTier, isBehind, type Tier } from '../machines/node-releases.ts';

/** Rancher's message until a cluster has a node of each role. */
const WAITING_FOR_ROLES = 'waiting for at least one control plane, etcd, and worker node to be registered';
const ETCD_LOST =
  'rkecontrolplane was already initialized but no etcd machines exist that have plans, indicating the etcd plane has been ' +
  'entirely replaced. Restoration from etcd snapshot is required.';

const FOR_CONTROL_PLANE = 'Waiting for Cluster control plane to be initialized';
/** Cluster API's message about a machine that has no Node yet. */
export const nodeMessage = (machine: RancherMachine, canJoin: boolean): string => {
  if (isWithoutServer(machine)) return machine.pool?.message ?? '';
  if (!canJoin) return FOR_CONTROL_PLANE;
  return hasReached(machine, 'provisioned')
    ? `Waiting for a Node with spec.providerID rke2://${machine.hostname} to exist`
    : `Waiting for ${infrastructureKind(machine)} to report spec.providerID`;
};

/** Whether a machine of a pool has no server yet, or will never have one. */
const isWithoutServer = ({ pool }: RancherMachine): boolean =>
  pool !== undefined && pool.message !== '' && ['creating', 'failed'].includes(pool.infrastructure);

/** What one machine still waits for: Cluster API's message, then the planner's. Empty when the machine is ready. */
export function machineMessage(machine: RancherMachine, canJoin: boolean): string {
  if (machine.rolling !== 'none') return ROLLING[machine.rolling];
  if (hasReached(machine, 'reconciled')) return '';
  const own = plannerWords(machine);
  if (machine.stage === 'pending') return own;
  return `${nodeMessage(machine, canJoin)}, ${own}`;
}

/** The message in the machine's own condition. The planner writes this message later than the cluster's message. */
export const conditionMessage = (machine: RancherMachine, canJoin: boolean): string =>
  (machine.stage === 'checkedIn' || machine.stage === 'initialApplied') && machine.rolling === 'none'
    ? nodeMessage(machine, canJoin)
    : machineMessage(machine, canJoin);

const ROLLING = {
  draining: 'draining node',
  drainFailed: 'error draining node: cannot delete Pods declare no controller (use --force to override)',
  applying: 'waiting for plan to be applied',
  restarting: 'waiting for kubelet to update',
};

function plannerWords(machine: RancherMachine): string {
  if (!hasReached(machine, 'initialApplied')) return 'waiting for agent to check in and apply initial plan';
  if (machine.stage === 'applying') return 'waiting for plan to be applied';
  return machine.roles.controlPlane ? 'waiting for cluster agent to connect' : 'waiting for plan to be applied';
}

const namesOf = (machines: readonly RancherMachine[]): string => {
  const names = machines.map(({ name }) => name).sort();
  return names.length > 3 ? `${names.slice(0, 3).join(',')} and ${names.length - 3} more` : names.join(',');
};

/** The planner gives details only if it waits for a single machine. */
const withDetail = (machines: readonly RancherMachine[], canJoin: boolean): string => {
  const [only] = machines;
  const detail = only && machines.length === 1 ? machineMessage(only, canJoin) : '';
  return detail === '' ? namesOf(machines) : `${namesOf(machines)}: ${detail}`;
};

export interface Planned {
  machines: readonly RancherMachine[];
  spec: Record<string, unknown> | undefined;
  isActive: boolean;
}

/** The planner's message about the first tier that is not ready. Undefined when all tiers are ready. */
export function plannerMessage({ machines, spec, isActive }: Planned): string | undefined {
  if (!isSane(machines)) {
    const isBeingDeleted = ({ roles, deletionStep }: RancherMachine) => roles.etcd && deletionStep !== undefined;
    return machines.some((machine) => isBeingDeleted(machine) && machine.deletionStep !== 'bootstrap')
      ? 'waiting for all etcd machines to be deleted'
      : WAITING_FOR_ROLES;
  }
  const counted = machines.filter(isCounted);
  if (isActive && isEtcdLost(counted)) return ETCD_LOST;
  const canJoin = isInitialized(counted);
  for (const [tier, members] of byTier(counted)) {
    const message = tierMessage(tier, members, { spec, canJoin });
    if (message !== undefined) return message;
  }
  return undefined;
}

function tierMessage(
  tier: Tier,
  members: readonly RancherMachine[],
  { spec, canJoin }: { spec: Planned['spec']; canJoin: boolean },
): string | undefined {
  const draining = members.filter(({ rolling }) => rolling === 'draining' || rolling === 'drainFailed');
  if (draining.length > 0) return `draining ${tier} node(s) ${withDetail(draining, canJoin)}`;
  const open = members.filter(
    (machine) => !hasReached(machine, 'reconciled') || machine.rolling !== 'none' || isBehind(machine, spec),
  );
  if (open.length > 0) return `configuring ${tier} node(s) ${withDetail(open, canJoin)}`;
  const done = members.filter(({ stage }) => stage === 'reconciled');
  if (done.length > 0) return namesOf(done);
  const unready = members.filter((machine) => !isRunning(machine));
  const [first] = unready;
  if (!first) return undefined;
  const detail = unready.length === 1 ? `: ${nodeMessage(first, canJoin)}` : '';
  const url = tier === 'bootstrap' && !hasReached(first, 'nodeFound');
  return `non-ready ${tier} machine(s) ${namesOf(unready)}${detail}${url ? ' and join url to be available on bootstrap node' : ''}`;
}
