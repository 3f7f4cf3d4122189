import type { RancherStore } from '../_core/rancher-store.ts';
import { type Asked, projectPlace } from '../roles/rights.ts';

/** Removes the API group management.cattle.io, because rights name these types without their group. */
export const resourceOf = (type: string): string => type.replace(/^management\.cattle\.io\./, '');

/** The resource and cluster that the caller needs a right for. `id` is a name or `namespace/name`. */
export function steveAsked(store: RancherStore, type: string, id: string): Asked {
  const resource = resourceOf(type);
  if (resource === 'projects') return { resource, name: id, ...projectPlace(id.replace('/', ':')) };
  return { resource, name: id, clusterId: CLUSTER_OF[resource]?.(store, id) ?? clusterInNamespace(id) };
}

const ofMachine = ({ machines }: RancherStore, id: string) =>
  [...machines.values()].find(({ namespace, name }) => `${namespace}/${name}` === id)?.clusterId;
const ofProvisioning = ({ provisioning }: RancherStore, id: string) => provisioning.get(id)?.managementId;

const ofDeployment = ({ machineDeployments, provisioning }: RancherStore, id: string) =>
  provisioning.get(machineDeployments.get(id)?.cluster ?? '')?.managementId;

/** For each type: a function that finds the cluster of an object by the object's id. */
const CLUSTER_OF: Record<string, (store: RancherStore, id: string) => string | undefined> = {
  clusters: (_store, id) => id,
  'provisioning.cattle.io.clusters': ofProvisioning,
  'rke.cattle.io.rkecontrolplanes': ofProvisioning,
  'cluster.x-k8s.io.clusters': ofProvisioning,
  'cluster.x-k8s.io.machines': ofMachine,
  'rke.cattle.io.custommachines': ofMachine,
  'rke-machine.cattle.io.openstackmachines': ofMachine,
  'rke.cattle.io.rkebootstraps': ofMachine,
  'rke.cattle.io.rkeclusters': ofProvisioning,
  'cluster.x-k8s.io.machinedeployments': ofDeployment,
};

function clusterInNamespace(id: string): string | undefined {
  const [namespace = '', name] = id.split('/');
  return name !== undefined && namespace.startsWith('c-') ? namespace : undefined;
}
