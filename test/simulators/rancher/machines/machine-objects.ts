import type { NodeRoles, Taint } from '../_core/rancher-objects.ts';
import { safeName } from '../pools/safe-name.ts';

export const MACHINE_STAGES = [
  'created',
  'observed',
  'pending',
  'bootstrapped',
  'checkedIn',
  'initialApplied',
  'applying',
  'applied',
  'nodeMade',
  'agentConnected',
  'reconciled',
  'acknowledged',
  'provisioned',
  'nodeFound',
  'running',
] as const;
export type MachineStage = (typeof MACHINE_STAGES)[number];

export type DeletionStep = 'preDrainHook' | 'draining' | 'preTerminateHook' | 'infrastructure' | 'bootstrap';

/**
 * The result of a health check for one machine. `why` is the reason and the message of the machine's condition, and
 * absent for a healthy machine.
 */
export interface MachineHealth {
  why?: { reason: string; message: string };
}

/** Fields that only a machine of a pool has. Rancher makes such a machine through a node driver. */
export interface MachineOfPool {
  pool: string;
  /** The name of the machine's MachineDeployment. The field `set` describes the machine's MachineSet. */
  deployment: string;
  set: { name: string; uid: string };
  /** Set once the pool's template is newer than the machine's template. */
  isOutdated?: true | undefined;
  drainSeconds?: number | undefined;
  /** The state of the machine's server. `failed` means that its creation failed, `stuck` that its deletion failed. */
  infrastructure: 'none' | 'creating' | 'ready' | 'failed' | 'deleting' | 'stuck';
  /** Rancher's message about the server. */
  message: string;
  /** Whether the machine's agent has called Rancher. Before that, the machine can get no plan. */
  isUp: boolean;
}

/**
 * A machine of a cluster. Several objects in Rancher have its `name`. One is of the type `cluster.x-k8s.io.machine`.
 * Another is of the type `rke.cattle.io.custommachine`, or `rke-machine.cattle.io.openstackmachine` if a pool made the
 * machine.
 */
export interface RancherMachine {
  clusterId: string;
  namespace: string;
  clusterName: string;
  /**
   * `custom-` and 12 hexadecimal digits. For a machine of a pool: the name of its MachineSet, a hyphen and 5 random
   * characters.
   */
  name: string;
  /** The machine's id in `X-Cattle-Id`. A second request with the same id comes from the same machine. */
  machineId: string;
  hostname: string;
  address: string;
  roles: NodeRoles;
  /** Labels that the machine itself sent. */
  ownLabels: Record<string, string>;
  taints: Taint[];
  labels: Record<string, string>;
  annotations: Record<string, string>;
  uid: string;
  /** The machine's `rke.cattle.io.custommachines` object, whose labels are changed separately. */
  custom: Pick<RancherMachine, 'uid' | 'labels' | 'annotations'>;
  createdAt: string;
  deletedAt?: string;
  deletionStep?: DeletionStep;
  resourceVersion: number;
  stage: MachineStage;
  /** Whether the planner has given the machine a plan. */
  isPlanned: boolean;
  /** Whether this is the server that all other machines join. */
  isInitNode: boolean;
  /** The release of the machine's kubelet. Empty before the kubelet exists. */
  kubeletVersion: string;
  /** The machine is shut down, or cut off, so its agent no longer watches its plan. */
  isAway?: true | undefined;
  /** What is being done to the machine for a new release. */
  rolling: 'none' | 'draining' | 'drainFailed' | 'applying' | 'restarting';
  /** The findings of a health check. Absent without a check. */
  health?: MachineHealth;
  /** Whether somebody has released the machine, so that etcd no longer holds up its deletion. */
  isReleased?: true | undefined;
  /** Absent for a machine that registered by itself. */
  pool?: MachineOfPool;
  /**
   * The last certificate rotation that the planner has put into the machine's plan. `isApplied` is true once the
   * machine has applied that plan.
   */
  rotation?: { generation: number; isApplied: boolean };
}

export const kubeconfigSecretOf = (clusterName: string): string => `${clusterName}-kubeconfig`;

export const planSecretOf = ({ name }: Pick<RancherMachine, 'name'>): string => safeName(name, 'machine', 'plan');

export const isUp = ({ pool }: RancherMachine): boolean => pool?.isUp ?? true;

export const infrastructureKind = ({ pool }: RancherMachine): string => (pool ? 'OpenstackMachine' : 'CustomMachine');

export const hasReached = ({ stage }: RancherMachine, wanted: MachineStage): boolean =>
  MACHINE_STAGES.indexOf(stage) >= MACHINE_STAGES.indexOf(wanted);

export const isRunning = (machine: RancherMachine): boolean => hasReached(machine, 'running');

export const isServer = ({ roles }: { roles: NodeRoles }): boolean => roles.etcd || roles.controlPlane;

/** The planner counts machines that it knows and whose deletion has not begun. */
export const isCounted = (machine: RancherMachine): boolean =>
  hasReached(machine, 'pending') && machine.deletionStep === undefined;

/** Rancher's planner does nothing before a cluster has one node of each role. */
export function isSane(machines: readonly RancherMachine[]): boolean {
  const has = (role: keyof NodeRoles) => machines.some((machine) => isCounted(machine) && machine.roles[role]);
  return has('etcd') && has('controlPlane') && has('worker');
}

/** Whether a cluster that has run before has lost all members of etcd that the planner knew. */
export const isEtcdLost = (machines: readonly RancherMachine[]): boolean =>
  !machines.some((machine) => isCounted(machine) && machine.roles.etcd && machine.isPlanned);

/** Whether a server is up, so that other servers and agents can join it. */
export const isInitialized = (machines: readonly RancherMachine[]): boolean =>
  machines.some((machine) => isServer(machine) && isRunning(machine) && isCounted(machine));
