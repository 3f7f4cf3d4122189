import { z } from 'zod';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import { machinesOf, type RancherStore } from '../_core/rancher-store.ts';
import { isCounted, isInitialized, type RancherMachine } from '../machines/machine-objects.ts';

const asked = z.object({
  rkeConfig: z.object({
    rotateCertificates: z.object({ generation: z.number(), services: z.array(z.string()).nullish() }),
  }),
});

export const rotationOf = (spec: Record<string, unknown>) => asked.safeParse(spec).data?.rkeConfig.rotateCertificates;

/** The order of rotation: etcd alone, etcd with the control plane, the control plane alone, and everything else. */
function orderOf({ roles }: RancherMachine): number {
  if (roles.etcd) return roles.controlPlane ? 1 : 0;
  return roles.controlPlane ? 2 : 3;
}

/** Services that run on every node. For other services, there is nothing to rotate on a worker. */
const ON_WORKERS: readonly string[] = ['kubelet', 'kube-proxy', 'rke2-controller'];

function machinesToRotate(store: RancherStore, { spec, managementId = '' }: ProvisioningCluster): RancherMachine[] {
  const services = rotationOf(spec)?.services ?? [];
  const onWorkers = services.length === 0 || services.some((name) => ON_WORKERS.includes(name));
  const counted = machinesOf(store, managementId).filter(isCounted);
  return counted.filter((machine) => onWorkers || orderOf(machine) < 3).sort((a, b) => orderOf(a) - orderOf(b));
}

export function isRotationDue(store: RancherStore, given: ProvisioningCluster): boolean {
  const { generation } = rotationOf(given.spec) ?? {};
  if (generation === undefined || generation === (given.rotatedGeneration ?? 0)) return false;
  return isInitialized(machinesOf(store, given.managementId ?? '').filter(isCounted));
}

/** The machine whose rotation the planner waits for or starts next. */
export const openMachine = (store: RancherStore, given: ProvisioningCluster): RancherMachine | undefined => {
  const { generation } = rotationOf(given.spec) ?? {};
  return machinesToRotate(store, given).find(
    ({ rotation }) => rotation?.generation !== generation || !rotation?.isApplied,
  );
};

export function rotationMessage(store: RancherStore, given: ProvisioningCluster): string | undefined {
  if (!isRotationDue(store, given)) return undefined;
  const machine = openMachine(store, given);
  return machine === undefined
    ? 'certificate rotation done'
    : `rotating certificates: waiting for [${machine.name}] certificate rotation`;
}
