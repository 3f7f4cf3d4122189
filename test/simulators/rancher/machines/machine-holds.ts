import { machinesOf, type RancherStore } from '../_core/rancher-store.ts';
import { isPausedByPlanner } from '../operations/paused-cluster.ts';
import { type HookStep, hooksOf } from './machine-hooks.ts';
import { hasReached, type RancherMachine } from './machine-objects.ts';

/** Cluster API leaves a Node alone that it has never found, or that no control plane is left to serve. */
export function isNodeDeleted(store: RancherStore, machine: RancherMachine): boolean {
  const isLeft = ({ roles, deletedAt }: RancherMachine) => roles.controlPlane && deletedAt === undefined;
  return hasReached(machine, 'nodeFound') && machinesOf(store, machine.clusterId).some(isLeft);
}

/** What everything of a cluster says that is paused. */
export const CLUSTER_PAUSED = 'Cluster spec.paused is set to true';
const PAUSED = 'cluster.x-k8s.io/paused';
export const isPaused = ({ annotations }: Pick<RancherMachine, 'annotations'>): boolean => PAUSED in annotations;

/** Why an object of Cluster API is paused; empty where it is not. */
export function pausedMessage(kind: string, object: Pick<RancherMachine, 'annotations'>, isOfPaused: boolean): string {
  const own = isPaused(object) ? [`${kind} has the ${PAUSED} annotation`] : [];
  return [...(isOfPaused ? [CLUSTER_PAUSED] : []), ...own].join(', ');
}

/** The planner has paused the machine's whole cluster. */
export function isOfPaused(store: RancherStore, { clusterId }: Pick<RancherMachine, 'clusterId'>): boolean {
  const cluster = store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '');
  return cluster !== undefined && isPausedByPlanner(store, cluster);
}

const WITHOUT_DRAIN = 'machine.cluster.x-k8s.io/exclude-node-draining';
const isOfDeletedCluster = ({ provisioning, clusters }: RancherStore, { clusterId }: RancherMachine): boolean =>
  provisioning.get(clusters.get(clusterId)?.provisioningKey ?? '')?.deletedAt !== undefined;

/** With its cluster a machine goes without a drain. */
export const isDrained = (store: RancherStore, machine: RancherMachine): boolean =>
  isNodeDeleted(store, machine) && !isOfDeletedCluster(store, machine) && !(WITHOUT_DRAIN in machine.annotations);

/** Rancher holds up members of etcd until they have left it. */
export const isEtcdMember = (store: RancherStore, machine: RancherMachine): boolean =>
  machine.roles.etcd && !machine.isReleased && hasReached(machine, 'nodeFound') && !isOfDeletedCluster(store, machine);

/** Somebody holds it by an annotation. Before the drain only a machine is held whose Node is to be deleted. */
export const isHeld = (store: RancherStore, machine: RancherMachine, step: HookStep): boolean =>
  hooksOf(machine, step).length > 0 && (step === 'preTerminateHook' || isNodeDeleted(store, machine));
