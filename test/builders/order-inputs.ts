import { openstackUuid } from '#shared/domain/_core/identifier';
import { newRecord } from '#shared/domain/_core/record';
import type {
  SecurityGroupRule,
  SecurityGroupWithRules,
  Subnet,
  TenantFacts,
} from '#shared/domain/planning/cloud-facts';
import { type ClusterApiTemplate, templateSpec } from '#shared/domain/planning/cluster-api/cluster-api-template';
import type { ClusterTemplate } from '#shared/domain/planning/cluster-template';
import type { NodeRequest, OrderAttributes } from '#shared/domain/planning/order-attributes';
import { aTenant, aUuid, CREATED } from './builders.ts';

export const aSubnet = (fields: Partial<Subnet> = {}): Subnet => ({
  ...{ id: 'subnet-1', name: 'private', networkId: 'network-1', cidr: '10.20.0.0/16', gatewayIp: '10.20.0.1' },
  ...{ pools: [{ start: '10.20.0.2', end: '10.20.255.254' }], hasHostRoutes: false, isFromSubnetPool: false },
  ...fields,
});

/** A security group with the given rules. Like Neutron's own groups, the group also allows all outgoing traffic. */
export function aSecurityGroup(
  { id, name }: { id: string; name: string },
  ...rules: Partial<SecurityGroupRule>[]
): SecurityGroupWithRules {
  const all = [{ direction: 'egress' } as const, ...rules].map((rule, index) => ({
    ...{ id: `${id}-rule-${index}`, direction: 'ingress' as const, ethertype: 'IPv4' as const },
    ...{ protocol: null, description: '', ...rule },
  }));
  return { id, name, description: '', rules: all };
}

/**
 * Facts about a tenant's cloud. They are a small copy of the flavors, image and networks in the OpenStack simulator's
 * seed.
 */
export const someTenantFacts = (fields: Partial<TenantFacts> = {}): TenantFacts => ({
  tenant: aTenant(),
  flavors: [
    { id: '1', name: 'm1.small', vcpus: 1, ramMb: 2048, diskGb: 20 },
    { id: '2', name: 'm1.medium', vcpus: 2, ramMb: 4096, diskGb: 40 },
    { id: '3', name: 'm1.large', vcpus: 4, ramMb: 8192, diskGb: 80 },
  ],
  images: [{ id: 'image-1', name: 'ubuntu-24.04', minDiskGb: 4, minRamMb: 512, osDistro: 'ubuntu' }],
  subnets: [aSubnet()],
  volumeTypes: [{ id: 'type-1', name: 'ssd' }],
  securityGroups: [
    aSecurityGroup({ id: 'group-1', name: 'default' }, { remoteGroupId: 'group-1' }),
    aSecurityGroup({ id: 'group-2', name: 'web' }, { cidr: '10.0.0.0/8' }),
  ],
  quotas: {},
  defaultVolumeType: undefined,
  gateways: [{ subnetId: 'subnet-1', externalNetworkId: 'public-1' }],
  addresses: [],
  ...fields,
});

/** A request for a machine. The tenant in the facts can serve the request. */
export const aNodeRequest = ({ tenant }: TenantFacts, fields: Partial<NodeRequest> = {}): NodeRequest => ({
  role: 'server',
  subnetUuid: openstackUuid(tenant.settingsUuid, 'subnet', 'subnet-1'),
  flavorUuid: openstackUuid(tenant.settingsUuid, 'flavor', '2'),
  dataVolumes: [],
  ...fields,
});

/** One server and one agent in the given tenant. */
export const someOrderAttributes = (facts: TenantFacts, fields: Partial<OrderAttributes> = {}): OrderAttributes => ({
  name: 'my-cluster',
  description: '',
  tenantUuid: facts.tenant.uuid,
  nodes: [aNodeRequest(facts), aNodeRequest(facts, { role: 'agent' })],
  securityGroupUuids: [],
  installLonghorn: false,
  ...fields,
});

/** A template for Cluster API clusters. It names an image and a Kubernetes version, but no flavors. */
export const aClusterApiTemplate = (fields: Partial<ClusterApiTemplate> = {}): ClusterApiTemplate => ({
  ...newRecord(aUuid(), new Date(CREATED)),
  ...{ name: 'Kubernetes 1.33', description: '', tags: [], isPublic: false, isHidden: false },
  ...{ customerUuid: aUuid(), customerName: 'Example Ltd' },
  spec: templateSpec.parse({ imageId: 'ubuntu-2204-kube-v1.33.5', labels: { kube_tag: 'v1.33.5' } }),
  ...fields,
});

export const aClusterTemplate = (fields: Partial<ClusterTemplate> = {}): ClusterTemplate => {
  const node = { minVcpus: 2, minRamGb: 4, systemVolumeSizeGb: 80, preferredVolumeType: '' };
  return {
    ...newRecord(aUuid(), new Date(CREATED)),
    ...{ name: 'Small', description: '' },
    nodes: [
      { ...node, role: 'server' },
      { ...node, role: 'agent' },
    ],
    ...fields,
  };
};
