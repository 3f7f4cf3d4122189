import type { RancherContext } from '../_core/rancher-context.ts';
import { isConnected, machineKey, machinesOf, type RancherStore } from '../_core/rancher-store.ts';
import type { ClusterStatus } from '../clusters/cluster-status.ts';
import type { ClusterNodes } from './cluster-nodes.ts';
import { hasReached, type RancherMachine } from './machine-objects.ts';

export type MachinePower = ReturnType<typeof machinePower>;

/** Whether more than half of the cluster's etcd members run. Otherwise the cluster does not answer. */
function hasQuorum(machines: readonly RancherMachine[]): boolean {
  const members = machines.filter((machine) => machine.roles.etcd && hasReached(machine, 'nodeMade'));
  return members.filter(({ isAway }) => !isAway).length > members.length / 2;
}

const CUT_OFF = { status: 'False', reason: 'Disconnected', message: 'Cluster agent is not connected' } as const;
function cutOff({ clusters }: RancherStore, status: ClusterStatus, id: string): void {
  Object.assign(clusters.get(id) ?? {}, { isCutOff: true });
  status.mark(id, ['Connected', 'Ready'], CUT_OFF);
}
function connectAgain({ clusters }: RancherStore, status: ClusterStatus, id: string): void {
  const cluster = clusters.get(id);
  if (!cluster?.isCutOff) return;
  cluster.isCutOff = undefined;
  status.mark(id, ['Connected', 'Ready']);
}

/**
 * What clusters and Rancher see when machines are shut down and started again. A machine counts as running while an
 * agent watches its plan. If no agent has ever watched its plan, the machine also counts as running, because it may
 * have no real agent.
 */
export function machinePower({ store, clock, delays }: RancherContext, nodes: ClusterNodes, status: ClusterStatus) {
  const isThere = (machine: RancherMachine): boolean => store.machines.get(machineKey(machine)) === machine;

  /** While the cluster's API does not answer, Rancher gets no reports of the nodes, so the nodes keep their state. */
  function look(clusterId: string): void {
    const machines = machinesOf(store, clusterId);
    if (!isConnected(store, clusterId) || !hasQuorum(machines)) return;
    for (const machine of machines) nodes.setReady(machine, !machine.isAway);
  }

  function left(machine: RancherMachine): void {
    const { clusterId } = machine;
    if (!isThere(machine) || machine.isAway) return;
    machine.isAway = true;
    clock.after(delays.nodeLost, () => look(clusterId));
    clock.after(delays.agentLost, () => {
      if (isConnected(store, clusterId) && !hasQuorum(machinesOf(store, clusterId))) cutOff(store, status, clusterId);
    });
  }

  function returned(machine: RancherMachine): void {
    const { clusterId } = machine;
    if (!machine.isAway) return;
    clock.after(delays.nodeStart, () => {
      machine.isAway = undefined;
      if (hasQuorum(machinesOf(store, clusterId))) connectAgain(store, status, clusterId);
      look(clusterId);
    });
  }

  const open = new Map<RancherMachine, number>();
  return {
    /** Called when the machine's agent begins to watch its plan. Returns a function to call when the agent stops. */
    watching(machine: RancherMachine): () => void {
      open.set(machine, (open.get(machine) ?? 0) + 1);
      returned(machine);
      return () => {
        const others = (open.get(machine) ?? 1) - 1;
        open.set(machine, others);
        if (others > 0) return;
        open.delete(machine);
        left(machine);
      };
    },
  };
}
