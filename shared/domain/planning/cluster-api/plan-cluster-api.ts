import type { Refusals } from '../../_core/refusals.ts';
import type { Flavor, Image, TenantFacts } from '../cloud-facts.ts';
import { overlap, parseNetwork } from '../ipv4-network.ts';
import type { TemplateSpec } from './cluster-api-template.ts';
import type { ClusterApiRequest } from './cluster-request.ts';
import type { ClusterApiSpec, NodeGroupSpec } from './cluster-spec.ts';
import { imageProblems } from './image-problems.ts';
import { addOnsOf, apiServerOf, bootVolumeOf, textsOf, volumeOf } from './label-parts.ts';
import { diskBus, operatingSystemOf } from './machine-image.ts';
import { named } from './named-object.ts';
import { type ResolvedValues, resolveLabels } from './resolve-labels.ts';

/** Settings of the provider that are needed to plan a cluster. */
export type ManagementFacts = {
  infrastructure: ClusterApiSpec['infrastructure'];
  /** The network of pods in the management cluster. */
  podNetwork: string;
  workloadCaCertificate?: string | undefined;
  /** The Kubernetes version of the cluster. It takes the place of the label `kube_tag`. */
  kubernetesVersion: string;
};
/** A planned cluster. Its name on the management cluster is computed from the uuid of its record. */
export type PlannedClusterApi = Omit<ClusterApiSpec, 'capiName'>;

/** The version of the algorithm that renders the objects of new clusters. */
export const CLASS_VERSION = 1;
/** Magnum's name of the first node group. */
export const DEFAULT_GROUP = 'default-worker';

type Machines = {
  image: Image;
  flavor: Flavor;
  masterFlavor: Flavor;
  externalNetworkId: string;
};

function findMachines(spec: TemplateSpec, facts: TenantFacts, refused: Refusals): Machines | undefined {
  const { name: tenant } = facts.tenant;
  function find<T extends { id: string; name: string }>(
    items: readonly T[],
    [field, what]: [string, string],
    wanted?: string,
  ) {
    const found = named(items, wanted);
    const place = field === 'cluster_api_template' ? 'template' : 'order';
    if (wanted === undefined) refused.add(field, `The template has no ${what}. Name one in the ${place}.`);
    else if (!found) refused.add(field, `Tenant ${tenant} has no ${what} ${wanted}.`);
    return found;
  }
  const image = find(facts.images, ['cluster_api_template', 'image'], spec.imageId);
  const network = find(
    facts.externalNetworks ?? [],
    ['cluster_api_template', 'external network'],
    spec.externalNetworkId,
  );
  const flavor = find(facts.flavors, ['flavor_id', 'flavor'], spec.flavorId);
  const masterFlavor = find(facts.flavors, ['master_flavor_id', 'flavor'], spec.masterFlavorId ?? spec.flavorId);
  return image && network && flavor && masterFlavor
    ? { image, flavor, masterFlavor, externalNetworkId: network.id }
    : undefined;
}

type Setup = Pick<ClusterApiSpec, 'operatingSystem' | 'diskBus'>;

/** Operating system and disk bus of the image. Undefined if machines of Cluster API cannot be made from the image. */
function setupOf(image: Image, kubernetesVersion: string, refused: Refusals): Setup | undefined {
  const problems = imageProblems(image, kubernetesVersion);
  for (const problem of problems) refused.add('cluster_api_template', problem);
  const system = operatingSystemOf(image);
  return system && { operatingSystem: system, diskBus: diskBus.safeParse(image.diskBus).data ?? 'virtio' };
}

type Fixed = Partial<Pick<ClusterApiSpec['network'], 'fixedNetworkId' | 'fixedSubnetId' | 'nodeCidr'>>;

/**
 * The existing network of the machines. If the template names only a subnet, the result is the network of this subnet.
 */
function fixedNetworkOf(
  { fixedNetwork, fixedSubnet }: TemplateSpec,
  { subnets, tenant }: TenantFacts,
  refused: Refusals,
): Fixed {
  if (fixedNetwork === undefined && fixedSubnet === undefined) return {};
  const inNetwork = subnets.filter(({ networkId }) => fixedNetwork === undefined || networkId === fixedNetwork);
  const subnet = fixedSubnet === undefined ? inNetwork[0] : named(inNetwork, fixedSubnet);
  if (subnet) {
    const { id, networkId: fixedNetworkId, cidr: nodeCidr } = subnet;
    return { fixedNetworkId, nodeCidr, ...(fixedSubnet !== undefined && { fixedSubnetId: id }) };
  }
  const [field, wanted] = fixedSubnet === undefined ? ['fixed_network', fixedNetwork] : ['fixed_subnet', fixedSubnet];
  const what = field === 'fixed_subnet' ? `subnet ${wanted}` : `network ${wanted} with a subnet`;
  refused.add(field ?? '', `Tenant ${tenant.name} has no ${what}.`);
  return {};
}

const podCidrOf = ({ networkDriver }: TemplateSpec, labels: ResolvedValues): string =>
  networkDriver === 'cilium' ? labels.cilium_ipv4pool : labels.calico_ipv4pool;

function groupOf({ nodeCount }: ClusterApiRequest, labels: ResolvedValues, { flavor, image }: Machines): NodeGroupSpec {
  const isAutoscaled = labels.auto_scaling_enabled;
  const min = labels.min_node_count ?? (isAutoscaled ? nodeCount : 0);
  const max = labels.max_node_count ?? (isAutoscaled ? min + 1 : undefined);
  return {
    name: DEFAULT_GROUP,
    role: 'worker',
    replicas: nodeCount,
    min,
    ...(max !== undefined && { max }),
    isAutoscaled,
    ...(isAutoscaled && { isCountDue: true }),
    flavorName: flavor.name,
    vcpus: flavor.vcpus,
    ramMb: flavor.ramMb,
    diskGb: flavor.diskGb,
    imageId: image.id,
    ...bootVolumeOf(labels),
    ...(labels.availability_zone !== undefined && { availabilityZone: labels.availability_zone }),
    labels: {},
    taints: [],
  };
}

const areOverlapping = (one: string, other: string): boolean => {
  const [a, b] = [parseNetwork(one), parseNetwork(other)];
  return a !== undefined && b !== undefined && overlap(a, b);
};

/**
 * Networks of the cluster must not overlap the pod network of the management cluster. If the machines use an existing
 * network, this network must not overlap the networks in labels, either. Overlaps between networks in two labels are
 * found earlier, when the labels are resolved.
 */
function checkNetworks(
  spec: TemplateSpec,
  labels: ResolvedValues,
  { podNetwork, fixedCidr }: { podNetwork: string; fixedCidr: string | undefined },
  refused: Refusals,
) {
  const inside = {
    [spec.networkDriver === 'cilium' ? 'cilium_ipv4pool' : 'calico_ipv4pool']: podCidrOf(spec, labels),
    service_cluster_ip_range: labels.service_cluster_ip_range,
  };
  const own = fixedCidr === undefined ? { fixed_subnet_cidr: labels.fixed_subnet_cidr, ...inside } : inside;
  for (const [label, cidr] of Object.entries(own)) {
    if (areOverlapping(cidr, podNetwork)) {
      refused.add('labels', `${label}: ${cidr} overlaps ${podNetwork}, the network of pods on the management cluster.`);
    }
  }
  if (fixedCidr === undefined) return;
  const field = spec.fixedSubnet === undefined ? 'fixed_network' : 'fixed_subnet';
  for (const [name, cidr] of Object.entries({ ...inside, 'the management cluster’s network of pods': podNetwork })) {
    if (areOverlapping(fixedCidr, cidr)) refused.add(field, `The subnet ${fixedCidr} overlaps ${cidr} (${name}).`);
  }
}

function proxyOf({ httpProxy, httpsProxy, noProxy }: TemplateSpec): Pick<ClusterApiSpec, 'proxy'> {
  if (httpProxy === undefined && httpsProxy === undefined) return {};
  const hosts = (noProxy ?? '').split(',').map((host) => host.trim());
  return {
    proxy: {
      ...(httpProxy !== undefined && { httpProxy }),
      ...(httpsProxy !== undefined && { httpsProxy }),
      noProxy: hosts.filter((host) => host !== ''),
    },
  };
}

/**
 * Plans a cluster from the facts about its tenant. If something is missing, the plan is undefined and `refused` has the
 * errors by field. Equal requests and facts give equal plans.
 */
export function planClusterApi(
  request: ClusterApiRequest,
  facts: TenantFacts,
  { infrastructure, podNetwork, workloadCaCertificate, kubernetesVersion }: ManagementFacts,
  refused: Refusals,
): PlannedClusterApi | undefined {
  const { spec, masterCount } = request;
  const { values: labels } = resolveLabels({
    ...{ template: {}, ordered: { ...spec.labels, kube_tag: kubernetesVersion }, merge: false },
    ...{ driver: spec.networkDriver, kubernetesVersion },
  });
  const machines = findMachines(spec, facts, refused);
  const fixed = fixedNetworkOf(spec, facts, refused);
  checkNetworks(spec, labels, { podNetwork, fixedCidr: fixed.nodeCidr }, refused);
  const setup = machines && setupOf(machines.image, labels.kube_tag, refused);
  if (!setup || !refused.isEmpty) return undefined;
  const { etcd_volume_size: etcdSize, container_infra_prefix: containerInfraPrefix } = labels;
  const { keypairId, dockerVolumeSize } = spec;
  return {
    templateUuid: request.templateUuid,
    classVersion: CLASS_VERSION,
    infrastructure,
    ...setup,
    controlPlane: {
      replicas: masterCount,
      flavorName: machines.masterFlavor.name,
      imageId: machines.image.id,
      imageName: machines.image.name,
      ...bootVolumeOf(labels),
      availabilityZones: [...(labels.control_plane_availability_zones ?? [])],
    },
    nodeGroups: [groupOf(request, labels, machines)],
    network: {
      externalNetworkId: machines.externalNetworkId,
      nodeCidr: labels.fixed_subnet_cidr,
      ...fixed,
      dnsNameservers: spec.dnsNameservers,
      podCidr: podCidrOf(spec, labels),
      serviceCidr: labels.service_cluster_ip_range,
      clusterDomain: labels.dns_cluster_domain,
    },
    apiServer: apiServerOf(spec, labels),
    ...(keypairId !== undefined && { sshKeyName: keypairId }),
    ...proxyOf(spec),
    ...(etcdSize > 0 && { etcdVolume: volumeOf(etcdSize, labels.etcd_volume_type) }),
    ...(dockerVolumeSize !== undefined && { dockerVolume: volumeOf(dockerVolumeSize, labels.docker_volume_type) }),
    labels: textsOf(labels),
    addOns: addOnsOf(spec, labels),
    ...(containerInfraPrefix !== undefined && { containerInfraPrefix }),
    ...(workloadCaCertificate !== undefined && { workloadCaCertificate }),
  };
}
