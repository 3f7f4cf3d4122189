import type { RancherContext } from '../_core/rancher-context.ts';
import { machineKey } from '../_core/rancher-store.ts';
import type { RancherMachine } from '../machines/machine-objects.ts';
import type { ClusterStatus } from './cluster-status.ts';
import { isRotationDue, openMachine, rotationOf } from './rotation-message.ts';

/**
 * What Rancher's planner does when the number in `rotateCertificates.generation` changes. It gives each machine
 * concerned, one after the other, a plan that rotates certificates and restarts RKE2. Then it writes the number to the
 * status of the cluster's control plane. The same number again has no effect.
 */
export function certificateRotation({ store, clock, delays }: RancherContext, status: ClusterStatus) {
  const isThere = (machine: RancherMachine): boolean =>
    store.machines.get(machineKey(machine)) === machine && machine.deletedAt === undefined;

  function rotate(machine: RancherMachine, generation: number): void {
    machine.rotation = { generation, isApplied: false };
    clock.after(delays.nodeRotation, () => {
      // The planner does not wait for a deleted machine. But it waits for a machine that is shut down, because such a
      // machine can still apply the plan later.
      if (!isThere(machine)) advance(machine.clusterId);
      else if (machine.isAway) rotate(machine, generation);
      else if (machine.rotation?.generation === generation) {
        machine.rotation = { generation, isApplied: true };
        advance(machine.clusterId);
      }
    });
  }

  function advance(clusterId: string): void {
    const given = store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '');
    const { generation } = (given && rotationOf(given.spec)) ?? {};
    if (!given || generation === undefined || !isRotationDue(store, given)) return;
    const machine = openMachine(store, given);
    if (machine === undefined) given.rotatedGeneration = generation;
    else if (machine.rotation?.generation !== generation) rotate(machine, generation);
    status.sync(clusterId);
  }

  return { advance };
}
