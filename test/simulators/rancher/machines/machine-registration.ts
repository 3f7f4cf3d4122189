import { createHash, randomUUID } from 'node:crypto';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ProvisioningCluster, RancherSecret } from '../_core/rancher-objects.ts';
import { machineKey, machinesOf } from '../_core/rancher-store.ts';
import type { RegisteringMachine } from './machine-headers.ts';
import { kubeconfigSecretOf, planSecretOf, type RancherMachine } from './machine-objects.ts';

const hex = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');

/** Registers machines by the token of their installer, and keeps a secret with the plan of each machine. */
export function machineRegistration(
  { store, clock }: RancherContext,
  { registered }: { registered: (machine: RancherMachine) => void },
) {
  return {
    /** A second request with the same id returns the same machine. */
    register(clusterId: string, registering: RegisteringMachine): RancherMachine | undefined {
      const known = machinesOf(store, clusterId).find(({ machineId }) => machineId === registering.machineId);
      const cluster = store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '');
      if (known || !cluster) return known;
      const machine = newMachine(clusterId, cluster, registering, clock.now());
      store.machines.set(machineKey(machine), machine);
      store.secrets.set(`${machine.namespace}/${planSecretOf(machine)}`, planSecret(machine));
      registered(machine);
      return machine;
    },
  };
}

function planSecret(machine: RancherMachine): RancherSecret {
  return {
    ...{ name: planSecretOf(machine), namespace: machine.namespace, uid: randomUUID(), createdAt: machine.createdAt },
    ...{ resourceVersion: 1, type: 'rke.cattle.io/machine-plan', labels: machine.labels, annotations: {}, data: {} },
  };
}

/** The kubeconfig with which Cluster API reaches a cluster, through Rancher. */
export function kubeconfigSecret({ name, namespace }: ProvisioningCluster, now: number): RancherSecret {
  return {
    ...{ name: kubeconfigSecretOf(name), namespace, uid: randomUUID(), createdAt: timeText(now), resourceVersion: 1 },
    ...{ type: 'Opaque', labels: { 'cluster.x-k8s.io/cluster-name': name }, annotations: {}, data: {} },
  };
}

const timeText = (now: number): string => `${new Date(now).toISOString().slice(0, 19)}Z`;

/** The machine that Rancher makes from the installer's headers. The installer's token decides the cluster. */
function newMachine(
  clusterId: string,
  cluster: ProvisioningCluster,
  registering: RegisteringMachine,
  now: number,
): RancherMachine {
  const { machineId, hostname, address, roles, labels: ownLabels, taints } = registering;
  const name = `custom-${hex('sha256', `${clusterId}/${machineId}`).slice(0, 12)}`;
  const marks = { labels: labelsOf(cluster.name, registering), annotations: annotationsOf(clusterId, name) };
  return {
    ...{
      clusterId,
      namespace: cluster.namespace,
      clusterName: cluster.name,
      name,
      machineId,
      hostname,
      address,
      roles,
    },
    ...{ ownLabels, taints, ...marks },
    ...{ uid: randomUUID(), custom: { uid: randomUUID(), ...marks }, createdAt: timeText(now) },
    ...{ resourceVersion: 1, stage: 'created', isPlanned: false, isInitNode: false },
    ...{ kubeletVersion: '', rolling: 'none' },
  };
}

/** The labels of a machine. Labels that the machine itself sent do not override Rancher's labels. */
function labelsOf(clusterName: string, { machineId, hostname, roles, labels }: RegisteringMachine) {
  const own = {
    'cluster.x-k8s.io/cluster-name': clusterName,
    ...(roles.controlPlane && { 'cluster.x-k8s.io/control-plane': 'true' }),
    'rke.cattle.io/cluster-name': clusterName,
    ...(roles.controlPlane && { 'rke.cattle.io/control-plane-role': 'true' }),
    ...(roles.etcd && { 'rke.cattle.io/etcd-role': 'true' }),
    'rke.cattle.io/machine-id': machineId,
    ...(hostname !== '' && { 'rke.cattle.io/node-name': hostname }),
    ...(roles.worker && { 'rke.cattle.io/worker-role': 'true' }),
  };
  return { ...labels, ...own, 'objectset.rio.cattle.io/hash': hex('sha1', `${clusterName}/${machineId}`) };
}

function annotationsOf(clusterId: string, name: string): Record<string, string> {
  return {
    'objectset.rio.cattle.io/applied': Buffer.from(name).toString('base64'),
    'objectset.rio.cattle.io/id': 'unmanaged-machine',
    'objectset.rio.cattle.io/owner-gvk': '/v1, Kind=Secret',
    'objectset.rio.cattle.io/owner-name': name,
    'objectset.rio.cattle.io/owner-namespace': clusterId,
  };
}
