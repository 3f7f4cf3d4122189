import type { ClusterApiSpec, ControlPlaneSpec, NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { clusterTag } from '../../planning/naming.ts';
import { type ClusterToRender, isOn, objectNames } from './cluster-to-render.ts';
import { blockDevices, disksOf, volumeFields } from './machine-disks.ts';

/** The entry of `clouds.yaml` that Cluster API uses. */
export const CLOUD_NAME = 'default';

/**
 * Rules of the security groups of nodes. Nodes of a cluster reach each other. NodePorts are open only to the machines'
 * network, in which load balancers have their addresses.
 */
const securityGroups = ({ network }: ClusterApiSpec) => ({
  allowAllInClusterTraffic: true,
  workerNodesSecurityGroupRules: ['tcp', 'udp'].map((protocol) => ({
    name: `services-${protocol}`,
    description: 'Ports of Services, for load balancers of the cluster',
    direction: 'ingress',
    etherType: 'IPv4',
    protocol,
    portRangeMin: 30_000,
    portRangeMax: 32_767,
    remoteIPPrefix: network.nodeCidr,
  })),
});

function networkFields({ network }: ClusterApiSpec) {
  const { fixedNetworkId, fixedSubnetId, nodeCidr, dnsNameservers } = network;
  if (fixedNetworkId === undefined) return { managedSubnets: [{ cidr: nodeCidr, dnsNameservers }] };
  return {
    network: { id: fixedNetworkId },
    subnets: fixedSubnetId === undefined ? undefined : [{ id: fixedSubnetId }],
  };
}

/** The infrastructure of a cluster: new or existing network, router, security groups and load balancer. */
export function openStackCluster({ uuid, spec }: Pick<ClusterToRender, 'uuid' | 'spec'>) {
  const { apiServer, controlPlane, network, capiName } = spec;
  const { loadBalancer } = apiServer;
  return {
    identityRef: { name: objectNames(capiName).cloudConfig, cloudName: CLOUD_NAME },
    tags: [clusterTag(uuid)],
    externalNetwork: { id: network.externalNetworkId },
    ...networkFields(spec),
    managedSecurityGroups: securityGroups(spec),
    apiServerLoadBalancer: loadBalancer && { enabled: true, ...loadBalancer },
    disableAPIServerFloatingIP: !apiServer.hasFloatingIp,
    apiServerFloatingIP: apiServer.hasFloatingIp ? apiServer.floatingIp : undefined,
    controlPlaneAvailabilityZones: controlPlane.availabilityZones.length ? controlPlane.availabilityZones : undefined,
  };
}

/** The spec of a machine in Cluster API's OpenStack provider. */
export function openStackMachine(
  spec: ClusterApiSpec,
  machine: ControlPlaneSpec | NodeGroupSpec,
  isControlPlane: boolean,
) {
  const { bootVolume, serverGroupId } = machine;
  const disks = disksOf(spec, isControlPlane);
  return {
    flavor: machine.flavorName,
    image: { id: machine.imageId },
    sshKeyName: spec.sshKeyName,
    rootVolume: bootVolume && { sizeGiB: bootVolume.sizeGb, ...volumeFields(bootVolume) },
    additionalBlockDevices: disks.length ? blockDevices(disks) : undefined,
    serverGroup: serverGroupId === undefined ? undefined : { id: serverGroupId },
    schedulerHintAdditionalProperties: isOn(spec, 'different_failure_domain')
      ? [{ name: 'different_failure_domain', value: { type: 'Bool', bool: true } }]
      : undefined,
  };
}
