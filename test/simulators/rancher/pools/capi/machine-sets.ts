import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { machinesOf } from '#test/simulators/rancher/_core/rancher-store';
import { isRunning, type RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { MACHINE_TEMPLATE } from '../pool-kinds.ts';
import { type MachineSet, poolKey } from '../pool-objects.ts';
import { makeMachine } from './pool-machine.ts';

const CHOSEN = 'cluster.x-k8s.io/delete-machine';

/** The machines of a set, including those that are being deleted. */
export function machinesOfSet({ store }: Pick<RancherContext, 'store'>, set: MachineSet): RancherMachine[] {
  const clusterId = store.provisioning.get(set.cluster)?.managementId ?? '';
  return machinesOf(store, clusterId).filter(({ pool }) => pool?.set.uid === set.uid);
}

export const isAvailable = (machine: RancherMachine): boolean => isRunning(machine) && machine.deletedAt === undefined;

/**
 * Sorts machines in the order of their deletion. First come machines that are already being deleted, then machines with
 * the annotation `cluster.x-k8s.io/delete-machine`. Then come failed or unhealthy machines, then all others. Among
 * equals, the oldest machine comes first.
 */
export function byDeletionOrder(machines: readonly RancherMachine[]): RancherMachine[] {
  const rank = (machine: RancherMachine): number => {
    if (machine.deletedAt !== undefined) return 0;
    if (CHOSEN in machine.annotations) return 1;
    return machine.pool?.infrastructure === 'failed' || machine.health?.why !== undefined ? 2 : 3;
  };
  return [...machines].sort((a, b) => rank(a) - rank(b) || Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

interface Hooks {
  made(machine: RancherMachine): void;
  removed(machine: RancherMachine): void;
}

/** Keeps the wanted number of machines in a set. A machine that is being deleted counts until it is gone. */
export function machineSets(context: RancherContext, { made, removed }: Hooks) {
  const { store } = context;

  function sync(set: MachineSet): void {
    if (set.deletedAt !== undefined) return;
    const machines = machinesOfSet(context, set);
    const surplus = machines.length - set.spec.replicas;
    for (const machine of byDeletionOrder(machines).slice(0, Math.max(0, surplus))) {
      if (machine.deletedAt === undefined) removed(machine);
    }
    const { namespace } = set;
    const template = store.poolObjects.get(
      poolKey(MACHINE_TEMPLATE, `${namespace}/${set.spec.template.spec.infrastructureRef.name}`),
    );
    if (!template) return;
    for (let missing = -surplus; missing > 0; missing -= 1) made(makeMachine(context, set, template.spec));
  }
  return { sync };
}
