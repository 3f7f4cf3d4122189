import type { SeenKubernetesObject } from '../kubernetes-object.ts';
import { groupOf } from '../status/seen-cluster.ts';
import { CONTROL_PLANE } from './cluster-form.ts';

/** A machine of a group, with the facts that the plan of a change needs. */
export type GroupMachine = {
  name: string;
  group: string;
  createdAt: string;
  /** Names by which a person can choose the machine: its own name, the name of its node and the name of its server. */
  names: readonly string[];
};

const CONTROL_PLANE_LABEL = 'cluster.x-k8s.io/control-plane';

function textAt(object: unknown, ...path: string[]): string | undefined {
  const found = path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    object,
  );
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The machines that are not being deleted, oldest first. Machines that belong to no group are left out. */
export function groupMachines(machines: readonly SeenKubernetesObject[]): GroupMachine[] {
  return machines
    .flatMap((machine): GroupMachine[] => {
      const { name, labels, creationTimestamp: createdAt = '', deletionTimestamp } = machine.metadata;
      const group = labels[CONTROL_PLANE_LABEL] === undefined ? groupOf(machine) : CONTROL_PLANE;
      if (group === undefined || deletionTimestamp !== undefined) return [];
      const serverId = textAt(machine.spec, 'providerID')?.split('/').at(-1);
      const names = [name, textAt(machine.status, 'nodeRef', 'name'), serverId];
      return [{ name, group, createdAt, names: names.filter((one) => one !== undefined) }];
    })
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.name.localeCompare(b.name));
}
