import { type ApiResource, customIn } from '../kubernetes/api-resource.ts';

const core = customIn('cluster.x-k8s.io/v1beta1');
const bootstrap = customIn('bootstrap.cluster.x-k8s.io/v1beta1');
const controlPlane = customIn('controlplane.cluster.x-k8s.io/v1beta1');
const infrastructure = customIn('infrastructure.cluster.x-k8s.io/v1beta1');
const addons = customIn('addons.cluster.x-k8s.io/v1beta1');

export const CLUSTERS = core('clusters', 'Cluster', { shortNames: ['cl'] });
export const CLUSTER_CLASSES = core('clusterclasses', 'ClusterClass', { shortNames: ['cc'] });
export const MACHINES = core('machines', 'Machine', { shortNames: ['ma'] });
export const MACHINE_SETS = core('machinesets', 'MachineSet', { shortNames: ['ms'] });
export const MACHINE_DEPLOYMENTS = core('machinedeployments', 'MachineDeployment', { shortNames: ['md'] });
export const HEALTH_CHECKS = core('machinehealthchecks', 'MachineHealthCheck', { shortNames: ['mhc', 'mhcs'] });
export const CONTROL_PLANES = controlPlane('kubeadmcontrolplanes', 'KubeadmControlPlane', { shortNames: ['kcp'] });
export const BOOTSTRAP_CONFIGS = bootstrap('kubeadmconfigs', 'KubeadmConfig');
export const BOOTSTRAP_TEMPLATES = bootstrap('kubeadmconfigtemplates', 'KubeadmConfigTemplate');

export const RESOURCE_SETS = addons('clusterresourcesets', 'ClusterResourceSet');
export const RESOURCE_SET_BINDINGS = addons('clusterresourcesetbindings', 'ClusterResourceSetBinding');

const ofInfrastructure = (prefix: string) => {
  const lower = prefix.toLowerCase();
  return {
    clusters: infrastructure(`${lower}clusters`, `${prefix}Cluster`),
    machines: infrastructure(`${lower}machines`, `${prefix}Machine`),
    clusterTemplates: infrastructure(`${lower}clustertemplates`, `${prefix}ClusterTemplate`),
    machineTemplates: infrastructure(`${lower}machinetemplates`, `${prefix}MachineTemplate`),
  };
};
const IN_MEMORY = ofInfrastructure('Dev');
const OPENSTACK = ofInfrastructure('OpenStack');
export const INFRASTRUCTURE_CLUSTERS = [IN_MEMORY.clusters, OPENSTACK.clusters];
export const INFRASTRUCTURE_MACHINES = [IN_MEMORY.machines, OPENSTACK.machines];
export const MACHINE_TEMPLATES = [IN_MEMORY.machineTemplates, OPENSTACK.machineTemplates];

/** The resource kinds of Cluster API and of its kubeadm, in-memory and OpenStack providers. */
export const CLUSTER_API_KINDS: readonly ApiResource[] = [
  ...[CLUSTERS, CLUSTER_CLASSES, MACHINES, MACHINE_SETS, MACHINE_DEPLOYMENTS, HEALTH_CHECKS],
  ...[CONTROL_PLANES, BOOTSTRAP_CONFIGS, BOOTSTRAP_TEMPLATES],
  controlPlane('kubeadmcontrolplanetemplates', 'KubeadmControlPlaneTemplate'),
  ...Object.values(IN_MEMORY),
  ...Object.values(OPENSTACK),
  customIn('infrastructure.cluster.x-k8s.io/v1alpha1')('openstackservers', 'OpenStackServer'),
  core('machinepools', 'MachinePool', { shortNames: ['mp'] }),
  core('machinedrainrules', 'MachineDrainRule'),
  RESOURCE_SETS,
  RESOURCE_SET_BINDINGS,
];

/** The label of everything that belongs to a cluster. */
export const CLUSTER_NAME = 'cluster.x-k8s.io/cluster-name';
/** Labels of the objects that are made from a ClusterClass. */
export const TOPOLOGY_OWNED = 'topology.cluster.x-k8s.io/owned';
export const DEPLOYMENT_OF_TOPOLOGY = 'topology.cluster.x-k8s.io/deployment-name';
/** Labels of machines. */
export const CONTROL_PLANE = 'cluster.x-k8s.io/control-plane';
export const DEPLOYMENT_NAME = 'cluster.x-k8s.io/deployment-name';
export const SET_NAME = 'cluster.x-k8s.io/set-name';
