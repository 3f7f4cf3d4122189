import { type ClusterApiSpec, type NodeGroupSpec, writesCount } from '../../planning/cluster-api/cluster-spec.ts';
import { KINDS, type KubernetesObject } from '../kubernetes-object.ts';
import { className, WORKER_CLASS, workerStrategy } from './cluster-class.ts';
import { type ClusterToRender, clusterLabels, isOn } from './cluster-to-render.ts';
import { controlPlaneConfig, workerConfig } from './kubeadm-config.ts';
import { machineLabels, nodeLabels } from './node-labels.ts';
import { openStackCluster, openStackMachine } from './openstack.ts';

type Rendered = Pick<ClusterToRender, 'spec' | 'kubernetesVersion' | 'namespace'>;

const NODE_GROUP = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group';
const CAPACITY = 'capacity.cluster-autoscaler.kubernetes.io';

const named = (values: Record<string, unknown>) => Object.entries(values).map(([name, value]) => ({ name, value }));

const pairs = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');

/**
 * What the autoscaler needs to know about a group: its limits, and the size of a node. The size lets the autoscaler add
 * the first machine to a group that has no machines.
 */
function autoscalerAnnotations(group: NodeGroupSpec): Record<string, string> {
  const { min, max = min + 1, vcpus, ramMb, diskGb, taints } = group;
  return {
    [`${NODE_GROUP}-min-size`]: String(min),
    [`${NODE_GROUP}-max-size`]: String(max),
    [`${CAPACITY}/cpu`]: String(vcpus),
    [`${CAPACITY}/memory`]: `${ramMb}Mi`,
    [`${CAPACITY}/ephemeral-disk`]: `${group.bootVolume?.sizeGb ?? diskGb}Gi`,
    [`${CAPACITY}/labels`]: pairs(nodeLabels(group)),
    ...(taints.length > 0 && {
      [`${CAPACITY}/taints`]: taints.map(({ key, value, effect }) => `${key}=${value}:${effect}`).join(','),
    }),
  };
}

/** A node group in the Cluster's topology. `replicas` is undefined while the autoscaler sets the number of machines. */
function machineDeployment(rendered: Rendered, group: NodeGroupSpec) {
  const { spec } = rendered;
  const overrides = {
    workerConfig: workerConfig(rendered, group),
    ...(spec.infrastructure === 'openstack' && { workerMachine: openStackMachine(spec, group, false) }),
  };
  return {
    class: WORKER_CLASS,
    name: group.name,
    failureDomain: group.availabilityZone,
    replicas: writesCount(group) ? group.replicas : undefined,
    strategy: group.maxBatchSize === undefined ? undefined : workerStrategy(group.maxBatchSize),
    metadata: {
      labels: machineLabels(group),
      annotations: group.isAutoscaled ? autoscalerAnnotations(group) : undefined,
    },
    machineHealthCheck: { enable: isHealed(spec) },
    variables: { overrides: named(overrides) },
  };
}

const isHealed = (spec: ClusterApiSpec): boolean => isOn(spec, 'auto_healing_enabled');

/** The name and version of the network driver, in the form that Magnum's tools recognize. */
const networkDriverOf = ({ networkDriver, networkDriverVersion }: ClusterApiSpec['addOns']): string =>
  `${networkDriver}-${networkDriverVersion}`;

/** The properties of all control plane machines. If one of them changes, Cluster API replaces all of these machines. */
export const controlPlaneForm = (rendered: Rendered) => {
  const { spec, kubernetesVersion: version } = rendered;
  const machine = spec.infrastructure === 'openstack' && openStackMachine(spec, spec.controlPlane, true);
  return { version, config: controlPlaneConfig(rendered), machine };
};

/**
 * The properties of all machines of a node group. If one of them changes, Cluster API replaces all of these machines.
 */
export const groupForm = (rendered: Rendered, group: NodeGroupSpec) => {
  const { spec, kubernetesVersion: version } = rendered;
  const machine = spec.infrastructure === 'openstack' && openStackMachine(spec, group, false);
  return { version, failureDomain: group.availabilityZone, config: workerConfig(rendered, group), machine };
};

/** The Cluster object. It uses the version of the ClusterClass that the cluster's spec names. */
export function topologyCluster(rendered: Rendered & Pick<ClusterToRender, 'uuid'>): KubernetesObject {
  const { uuid, spec, kubernetesVersion } = rendered;
  const { network, infrastructure, classVersion, controlPlane } = spec;
  return {
    ...KINDS.cluster,
    metadata: { name: spec.capiName, labels: { ...clusterLabels(uuid), cni: networkDriverOf(spec.addOns) } },
    spec: {
      clusterNetwork: {
        pods: { cidrBlocks: [network.podCidr] },
        services: { cidrBlocks: [network.serviceCidr] },
        serviceDomain: network.clusterDomain,
      },
      topology: {
        class: className(infrastructure, classVersion),
        version: kubernetesVersion,
        controlPlane: {
          replicas: controlPlane.replicas,
          machineHealthCheck: { enable: isHealed(spec) },
        },
        workers: { machineDeployments: spec.nodeGroups.map((group) => machineDeployment(rendered, group)) },
        variables: named({
          controlPlaneConfig: controlPlaneConfig(rendered),
          ...(infrastructure === 'openstack' && {
            infrastructureCluster: openStackCluster(rendered),
            controlPlaneMachine: openStackMachine(spec, controlPlane, true),
          }),
        }),
      },
    },
  };
}
