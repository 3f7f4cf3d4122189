import { machinesOf, type RancherStore } from '../_core/rancher-store.ts';
import { isPausedByPlanner } from '../operations/paused-cluster.ts';
import { type HookStep, hooksOf } from './machine-hooks.ts';
import { hasReached, type RancherMachine } from './machine-objects.ts';

/**
 * Cluster API deletes a machine's Node only if it has found the Node before, and if a control plane is left in the
 * cluster.
 */
export function isNodeDeleted(store: RancherStore, machine: RancherMachine): boolean {
  const isLeft = ({ roles, deletedAt }: RancherMachine) => roles.controlPlane && deletedAt === undefined;
  return hasReached(machine, 'nodeFound') && machinesOf(store, machine.clusterId).some(isLeft);
}

/** Cluster API's message for every object in a paused cluster. */
export const CLUSTER_PAUSED = 'Cluster spec.paused is set to true';
const PAUSED = 'cluster.x-k8s.io/paused';
export const isPaused = ({ annotations }: Pick<RancherMachine, 'annotations'>): boolean => PAUSED in annotations;

/** Why an object of Cluster API is paused. Empty if it is not paused. */
export function pausedMessage(kind: string, object: Pick<RancherMachine, 'annotations'>, isOfPaused: boolean): string {
  const own = isPaused(object) ? [`${kind} has the ${PAUSED} annotation`] : [];
  return [...(isOfPaused ? [CLUSTER_PAUSED] : []), ...own].join(', ');
}

export function isOfPaused(store: RancherStore, { clusterId }: Pick<RancherMachine, 'clusterId'>): boolean {
  const cluster = store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '');
  return cluster !== undefined && isPausedByPlanner(store, cluster);
}

const WITHOUT_DRAIN = 'machine.cluster.x-k8s.io/exclude-node-draining';
const isOfDeletedCluster = ({ provisioning, clusters }: RancherStore, { clusterId }: RancherMachine): boolean =>
  provisioning.get(clusters.get(clusterId)?.provisioningKey ?? '')?.deletedAt !== undefined;

/** A machine that is deleted with its cluster is not drained. */
export const isDrained = (store: RancherStore, machine: RancherMachine): boolean =>
  isNodeDeleted(store, machine) && !isOfDeletedCluster(store, machine) && !(WITHOUT_DRAIN in machine.annotations);

/** Whether Rancher holds up the machine's deletion, because the machine must leave etcd first. */
export const isEtcdMember = (store: RancherStore, machine: RancherMachine): boolean =>
  machine.roles.etcd && !machine.isReleased && hasReached(machine, 'nodeFound') && !isOfDeletedCluster(store, machine);

/**
 * Whether an annotation holds up this step of the machine's deletion. Before the drain, an annotation counts only if
 * the machine's Node will be deleted.
 */
export const isHeld = (store: RancherStore, machine: RancherMachine, step: HookStep): boolean =>
  hooksOf(machine, step).length > 0 && (step === 'preTerminateHook' || isNodeDeleted(store, machine));
