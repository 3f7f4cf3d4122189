import { machinesOf, type RancherStore } from '../_core/rancher-store.ts';
import { type HookStep, hooksOf } from './machine-hooks.ts';
import { hasReached, type RancherMachine } from './machine-objects.ts';

/** Cluster API leaves a Node alone that it has never found, or that no control plane is left to serve. */
export function isNodeDeleted(store: RancherStore, machine: RancherMachine): boolean {
  const isLeft = ({ roles, deletedAt }: RancherMachine) => roles.controlPlane && deletedAt === undefined;
  return hasReached(machine, 'nodeFound') && machinesOf(store, machine.clusterId).some(isLeft);
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
