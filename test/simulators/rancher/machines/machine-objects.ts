import type { NodeRoles, Taint } from '../_core/rancher-objects.ts';
import { safeName } from '../pools/safe-name.ts';

/** How far a machine has come, in order. */
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

/** What its deletion waits for. */
export type DeletionStep = 'preDrainHook' | 'draining' | 'preTerminateHook' | 'infrastructure' | 'bootstrap';

/** `why` is the reason of its condition, with its message; undefined of one that is well. */
export interface MachineHealth {
  why?: { reason: string; message: string };
}

/** What a machine has that Rancher itself has made, through its driver. */
export interface MachineOfPool {
  pool: string;
  /** The names of its MachineDeployment and its MachineSet. */
  deployment: string;
  set: { name: string; uid: string };
  /** Its template is another one by now. */
  isOutdated?: true | undefined;
  drainSeconds?: number | undefined;
  /** What has become of its server: `failed` is the creation, `stuck` the deletion. */
  infrastructure: 'none' | 'creating' | 'ready' | 'failed' | 'deleting' | 'stuck';
  /** What Rancher says of that. */
  message: string;
  /** Its agent has called Rancher: before, it can be given nothing to do. */
  isUp: boolean;
}

/**
 * A machine that registered: `cluster.x-k8s.io.machines` and `rke.cattle.io.custommachines` under the same name. One of a pool has
 * an `rke-machine.cattle.io.openstackmachine` in the custom machine's place.
 */
export interface RancherMachine {
  clusterId: string;
  /** The namespace of the provisioning cluster. */
  namespace: string;
  clusterName: string;
  /** `custom-<12 hex>`, or `<MachineSet>-<5>`. */
  name: string;
  /** What the machine calls itself in `X-Cattle-Id`; asking twice with it is one machine. */
  machineId: string;
  hostname: string;
  address: string;
  roles: NodeRoles;
  /** Those that the machine named itself. */
  ownLabels: Record<string, string>;
  taints: Taint[];
  labels: Record<string, string>;
  annotations: Record<string, string>;
  uid: string;
  /** Its custom machine; labels of that are changed separately. */
  custom: Pick<RancherMachine, 'uid' | 'labels' | 'annotations'>;
  createdAt: string;
  deletedAt?: string;
  deletionStep?: DeletionStep;
  resourceVersion: number;
  stage: MachineStage;
  /** The planner has given it something to do. */
  isPlanned: boolean;
  /** The server that the others join. */
  isInitNode: boolean;
  /** The release its kubelet runs; empty until there is one. */
  kubeletVersion: string;
  /** It is shut down, or cut off: its agent watches its plan no longer. */
  isAway?: true | undefined;
  /** What is being done to it for a new release. */
  rolling: 'none' | 'draining' | 'drainFailed' | 'applying' | 'restarting';
  /** What a health check has found; absent where there is none. */
  health?: MachineHealth;
  /** Somebody has said that etcd is not to hold it up. */
  isReleased?: true | undefined;
  /** Absent of one that registered by itself. */
  pool?: MachineOfPool;
  /** The last rotation of certificates that its plan had. */
  rotation?: { generation: number; isApplied: boolean };
}

export const kubeconfigSecretOf = (clusterName: string): string => `${clusterName}-kubeconfig`;

/** What holds what it is to do. */
export const planSecretOf = ({ name }: Pick<RancherMachine, 'name'>): string => safeName(name, 'machine', 'plan');

/** It can be given something to do. */
export const isUp = ({ pool }: RancherMachine): boolean => pool?.isUp ?? true;

/** The kind of its infrastructure, as texts about it name it. */
export const infrastructureKind = ({ pool }: RancherMachine): string => (pool ? 'OpenstackMachine' : 'CustomMachine');

export const hasReached = ({ stage }: RancherMachine, wanted: MachineStage): boolean =>
  MACHINE_STAGES.indexOf(stage) >= MACHINE_STAGES.indexOf(wanted);

export const isRunning = (machine: RancherMachine): boolean => hasReached(machine, 'running');

export const isServer = ({ roles }: { roles: NodeRoles }): boolean => roles.etcd || roles.controlPlane;

/** The planner counts those that it knows and that nobody has begun to delete. */
export const isCounted = (machine: RancherMachine): boolean =>
  hasReached(machine, 'pending') && machine.deletionStep === undefined;

/** What Rancher's planner asks for before it does anything at all: one node of each role. */
export function isSane(machines: readonly RancherMachine[]): boolean {
  const has = (role: keyof NodeRoles) => machines.some((machine) => isCounted(machine) && machine.roles[role]);
  return has('etcd') && has('controlPlane') && has('worker');
}

/** The planner has a cluster that has run already, but none of the members of etcd that it knew. */
export const isEtcdLost = (machines: readonly RancherMachine[]): boolean =>
  !machines.some((machine) => isCounted(machine) && machine.roles.etcd && machine.isPlanned);

/** A server is up, so the others and the agents can join it. */
export const isInitialized = (machines: readonly RancherMachine[]): boolean =>
  machines.some((machine) => isServer(machine) && isRunning(machine) && isCounted(machine));
