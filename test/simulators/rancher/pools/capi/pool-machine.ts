import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { unusedId } from '#test/simulators/_kit/random-name';
import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { machineKey } from '#test/simulators/rancher/_core/rancher-store';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { machineHostname } from '../driver/machine-secrets.ts';
import { BOOTSTRAP, INFRA_MACHINE, MACHINE_SET, type PoolKind } from '../pool-kinds.ts';
import {
  controlledBy,
  idOf,
  type MachineSet,
  newHead,
  type OwnerReference,
  type PoolObject,
  poolKey,
  timeText,
} from '../pool-objects.ts';

const taints = z.array(z.object({ key: z.string(), value: z.string().optional(), effect: z.string() }));
const labels = z.record(z.string(), z.string());
const template = z.object({ template: z.object({ spec: z.record(z.string(), z.unknown()) }) });

/** The labels and taints that the machines of a pool give to their Nodes. */
export function ownMarks(annotations: Record<string, string>) {
  return {
    ownLabels: labels.parse(JSON.parse(annotations['rke.cattle.io/labels'] ?? '{}')),
    taints: taints.parse(JSON.parse(annotations['rke.cattle.io/taints'] ?? '[]')),
  };
}

/**
 * Creates one more machine of a set. The machine's infrastructure object and bootstrap object have the name of the
 * machine.
 */
export function makeMachine(
  context: RancherContext,
  set: MachineSet,
  templateSpec: Record<string, unknown>,
): RancherMachine {
  const { store } = context;
  const taken = { has: (name: string) => store.poolObjects.has(poolKey(INFRA_MACHINE, `${set.namespace}/${name}`)) };
  const machine = newMachine(context, set, unusedId(`${set.name}-`, taken));
  store.machines.set(machineKey(machine), machine);
  const { template: made } = template.parse(templateSpec);
  const cloned = set.spec.template.spec.infrastructureRef;
  put(context, INFRA_MACHINE, machine, {
    spec: made.spec,
    annotations: {
      'cluster.x-k8s.io/cloned-from-groupkind': `${cloned.kind}.${cloned.apiGroup}`,
      'cluster.x-k8s.io/cloned-from-name': cloned.name,
    },
    labels: { ...machine.labels, 'rke.cattle.io/capi-machine-name': machine.name },
  });
  put(context, BOOTSTRAP, machine, {
    spec: { clusterName: machine.clusterName },
    annotations: {},
    labels: machine.labels,
  });
  return machine;
}

function put(
  context: RancherContext,
  kind: PoolKind,
  machine: RancherMachine,
  given: Pick<PoolObject, 'spec' | 'labels' | 'annotations'>,
): void {
  const { namespace, name, clusterName } = machine;
  const object: PoolObject = {
    ...newHead(context, { namespace, name, ...given }),
    ...{ kind, cluster: `${namespace}/${clusterName}`, spec: given.spec },
    ownerReferences: [ownedByMachine(machine)],
    finalizers: kind === INFRA_MACHINE ? ['wrangler.cattle.io/machine-provision-remove'] : [],
  };
  context.store.poolObjects.set(poolKey(kind, idOf(machine)), object);
}

const ownedByMachine = ({ name, uid }: RancherMachine): OwnerReference => ({
  ...{ apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Machine', name, uid, controller: true, blockOwnerDeletion: true },
});

export function forgetMachine({ store }: RancherContext, machine: RancherMachine): void {
  for (const kind of [INFRA_MACHINE, BOOTSTRAP]) store.poolObjects.delete(poolKey(kind, idOf(machine)));
}

function newMachine({ store, clock }: RancherContext, set: MachineSet, name: string): RancherMachine {
  const { metadata } = set.spec.template;
  const has = (role: string): boolean => metadata.labels[`rke.cattle.io/${role}-role`] === 'true';
  const annotations = { ...metadata.annotations };
  const marks = { labels: { ...metadata.labels, ...setLabels(set) }, annotations };
  return {
    ...{ clusterId: store.provisioning.get(set.cluster)?.managementId ?? '', namespace: set.namespace },
    ...{ clusterName: set.spec.clusterName, name, machineId: machineIdOf(name), address: '' },
    hostname: machineHostname({ name, annotations }),
    roles: { etcd: has('etcd'), controlPlane: has('control-plane'), worker: has('worker') },
    ...{ ...ownMarks(annotations), ...marks },
    ...{ uid: randomUUID(), custom: { uid: randomUUID(), ...marks }, createdAt: timeText(clock.now()) },
    ...{ resourceVersion: 1, stage: 'created', isPlanned: false, isInitNode: false },
    ...{ kubeletVersion: '', rolling: 'none' },
    pool: {
      ...{ pool: metadata.labels['rke.cattle.io/rke-machine-pool-name'] ?? '', deployment: set.deployment },
      ...{ set: { name: set.name, uid: set.uid }, infrastructure: 'none', message: '', isUp: false },
      drainSeconds: set.spec.template.spec.deletion.nodeDrainTimeoutSeconds,
    },
  };
}

/** The id that a machine's agent would send. */
const machineIdOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

/** The label by which a set selects its machines. */
export const HASH = 'machine-template-hash';
export const setLabels = ({ name }: MachineSet): Record<string, string> => ({ 'cluster.x-k8s.io/set-name': name });

export const ownedBySet = ({ set }: NonNullable<RancherMachine['pool']>): OwnerReference =>
  controlledBy(MACHINE_SET, set);
