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

/** What becomes of a machine's infrastructure; one that registered by itself has none. */
interface Infrastructure {
  /** Deletes it, and calls `done` when it is gone. */
  begin(machine: RancherMachine, done: () => void): void;
  /** The machine itself is gone. */
  gone(machine: RancherMachine): void;
}

const WITHOUT_DRAIN = 'machine.cluster.x-k8s.io/exclude-node-draining';

/** What happens to a machine that somebody deletes, one finalizer after the other. */
export function machineRemoval(
  { store, clock, delays }: RancherContext,
  { nodes, infrastructure }: { nodes: ClusterNodes; infrastructure: Infrastructure },
) {
  /** Cluster API leaves a Node alone that it has never found, or that no control plane is left to serve. */
  function isNodeDeleted(machine: RancherMachine): boolean {
    const isLeft = ({ roles, deletedAt }: RancherMachine) => roles.controlPlane && deletedAt === undefined;
    return hasReached(machine, 'nodeFound') && machinesOf(store, machine.clusterId).some(isLeft);
  }

  function drain(machine: RancherMachine): void {
    const node = nodes.nodeOf(machine);
    if (node) nodes.setUnschedulable(node, true);
  }

  /** Those before its infrastructure goes. With its cluster a machine goes without them. */
  function firstSteps(machine: RancherMachine): DeletionStep[] {
    const provisioning = store.provisioning.get(store.clusters.get(machine.clusterId)?.provisioningKey ?? '');
    if (provisioning?.deletedAt !== undefined) return [];
    const isDrained = isNodeDeleted(machine) && !(WITHOUT_DRAIN in machine.annotations);
    // Rancher holds up the deletion of etcd's members only: until they have left it.
    return [...(isDrained ? ['draining' as const] : []), ...(machine.roles.etcd ? ['preTerminateHook' as const] : [])];
  }

  return {
    /** `changed` is called whenever those who plan have something else to look at. */
    begin(machine: RancherMachine, changed: () => void): void {
      if (machine.deletedAt !== undefined) return;
      machine.deletedAt = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
      machine.resourceVersion += 1;
      const takesNode = isNodeDeleted(machine);
      const reach = (step: DeletionStep): void => {
        Object.assign(machine, { deletionStep: step, resourceVersion: machine.resourceVersion + 1 });
        if (step === 'draining') drain(machine);
        changed();
      };
      const gone = (): void => {
        store.machines.delete(machineKey(machine));
        store.secrets.delete(`${machine.namespace}/${planSecretOf(machine)}`);
        infrastructure.gone(machine);
        if (takesNode) nodes.removed(machine);
        changed();
      };
      for (const step of firstSteps(machine)) clock.after(BEGINS_AT[step] * delays.machineDelete, () => reach(step));
      clock.after(BEGINS_AT.infrastructure * delays.machineDelete, () => {
        reach('infrastructure');
        infrastructure.begin(machine, () => {
          const since = BEGINS_AT.infrastructure;
          clock.after((BEGINS_AT.bootstrap - since) * delays.machineDelete, () => reach('bootstrap'));
          clock.after((1 - since) * delays.machineDelete, gone);
        });
      });
    },
  };
}
