import type { RancherContext } from '../_core/rancher-context.ts';
import { machineKey, machinesOf } from '../_core/rancher-store.ts';
import type { ClusterNodes } from './cluster-nodes.ts';
import { type DeletionStep, hasReached, planSecretOf, type RancherMachine } from './machine-objects.ts';

/** When each step began, as a share of the whole. */
const BEGINS_AT: Record<DeletionStep, number> = {
  draining: 0.1,
  preTerminateHook: 0.17,
  infrastructure: 0.39,
  bootstrap: 0.75,
};

/** What happens to a machine that somebody deletes, one finalizer after the other. */
export function machineRemoval({ store, clock, delays }: RancherContext, nodes: ClusterNodes) {
  /** Cluster API leaves a Node alone that it has never found, or that no control plane is left to serve. */
  function isNodeDeleted(machine: RancherMachine): boolean {
    const isLeft = ({ roles, deletedAt }: RancherMachine) => roles.controlPlane && deletedAt === undefined;
    return hasReached(machine, 'nodeFound') && machinesOf(store, machine.clusterId).some(isLeft);
  }

  function drain(machine: RancherMachine): void {
    const node = nodes.nodeOf(machine);
    if (node) nodes.setUnschedulable(node, true);
  }

  return {
    /** `changed` is called whenever those who plan have something else to look at. */
    begin(machine: RancherMachine, changed: () => void): void {
      if (machine.deletedAt !== undefined) return;
      machine.deletedAt = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
      machine.resourceVersion += 1;
      const takesNode = isNodeDeleted(machine);
      const steps: DeletionStep[] = [
        ...(takesNode ? ['draining' as const] : []),
        // Rancher holds up the deletion of etcd's members only: until they have left it.
        ...(machine.roles.etcd ? ['preTerminateHook' as const] : []),
        'infrastructure',
        'bootstrap',
      ];
      for (const step of steps) {
        clock.after(BEGINS_AT[step] * delays.machineDelete, () => {
          Object.assign(machine, { deletionStep: step, resourceVersion: machine.resourceVersion + 1 });
          if (step === 'draining') drain(machine);
          changed();
        });
      }
      clock.after(delays.machineDelete, () => {
        store.machines.delete(machineKey(machine));
        store.secrets.delete(`${machine.namespace}/${planSecretOf(machine)}`);
        if (takesNode) nodes.removed(machine);
        changed();
      });
    },
  };
}
