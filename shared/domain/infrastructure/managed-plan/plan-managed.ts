import type { Uuid } from '#shared/domain/_core/identifier';
import { nextNodeName } from '#shared/domain/planning/naming';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { RancherRole } from '#shared/domain/planning/rancher-role';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import type { ManagedAttributes } from '../managed-attributes.ts';
import { type ManagedNames, tenantName } from '../managed-names.ts';
import { type NodeNetwork, nodeNetwork } from '../networks/node-network.ts';
import { peerNetworkOf } from '../networks/peer-network.ts';
import { type MachinePlace, type OfferedCloud, usesVolumeTypes } from '../offered-cloud.ts';
import { K8S_ADMIN, K8S_PUBLIC, k8sAdminRules, k8sPublicRules, peerRules } from '../security-groups/security-rules.ts';
import { type EtcdMembers, etcdMembersOf, serverRoles } from './etcd-members.ts';
import { type ManagedMachines, managedMachines, SERVERS_PER_TENANT } from './managed-machines.ts';
import type {
  ManagedPlan,
  ManagedTenant,
  PlannedLoadBalancer,
  PlannedNode,
  PlannedSecurityGroup,
  PlannedServerGroup,
} from './managed-plan.ts';
import { externalNetworkOf } from './missing-in-cloud.ts';
import { planMachine, plannedVolume } from './plan-machine.ts';
import { planTenantPool, poolsOfCloud } from './pool-in-tenant.ts';
import { tenantLimits } from './tenant-quotas.ts';

export type ManagedPlanFacts = {
  options: PluginOptions;
  /** The chosen clouds, without duplicates. */
  clouds: readonly OfferedCloud[];
  names: ManagedNames;
  /** The network for nodes (CIDR) in each tenant, by the uuid of the cloud's offering. */
  networks: ReadonlyMap<Uuid, string>;
  /** Names of all nodes that the provider already has. */
  takenNames: ReadonlySet<string>;
  /** Whether each node gets a floating IP (S0-283). */
  allocateFloatingIps: boolean;
  /** The SSH user in the provider's image. Rancher's driver needs the user's name for machines of pools. */
  imageUser: string;
  etcdMembers: EtcdMembers;
  /**
   * The networks from which the provider administers clusters, and the ports that are opened to them. The order may
   * name further networks.
   */
  management: { managementCidrs: readonly string[]; managementPorts: readonly number[] };
};
type Planning = {
  attributes: ManagedAttributes;
  facts: ManagedPlanFacts;
  machines: ManagedMachines;
  /** Networks for nodes (CIDR) in all tenants of the cluster. */
  cidrs: readonly string[];
  /**
   * Names that are in use. The name of each planned node is added, so that the numbers in names continue from one
   * tenant to the next (docs/spec/managed-clusters.md#names).
   */
  taken: Set<string>;
};

function planNode(
  { attributes, facts, machines, taken }: Planning,
  place: MachinePlace,
  role: NodeRole,
  roles: RancherRole[],
): PlannedNode {
  const kind = role === 'server' ? 'server' : 'worker';
  const { sshPublicKey } = attributes;
  return {
    ...planMachine(nextNodeName(facts.names.clusterName, role, taken), kind, machines[kind], place),
    role,
    roles,
    dataVolumes: machines[kind].dataVolumes.map((volume) => plannedVolume(volume, place)),
    ...(facts.allocateFloatingIps && { floatingNetworkId: externalNetworkOf(place.cloud).id }),
    ...(sshPublicKey !== undefined && { sshPublicKey }),
  };
}

function planNodes(planning: Planning, place: MachinePlace, etcdMembers: number): PlannedNode[] {
  const { workerNodesCount } = planning.attributes;
  return [
    ...serverRoles(SERVERS_PER_TENANT, etcdMembers, workerNodesCount > 0).map((roles) =>
      planNode(planning, place, 'server', roles),
    ),
    ...Array.from({ length: workerNodesCount }, () => planNode(planning, place, 'agent', ['worker'])),
  ];
}

function planLoadBalancer(
  { facts, machines: { loadBalancer } }: Planning,
  place: MachinePlace,
  { loadBalancerIp }: NodeNetwork,
): PlannedLoadBalancer {
  return {
    ...planMachine(facts.names.loadBalancerName, 'loadBalancer', loadBalancer, place),
    address: loadBalancerIp,
    dataVolumes: loadBalancer.dataVolumes.map((volume) => plannedVolume(volume, place)),
  };
}

function networkOf(cloud: OfferedCloud, { networks }: ManagedPlanFacts): NodeNetwork {
  const cidr = networks.get(cloud.offeringUuid);
  if (cidr === undefined) throw new Error(`no node network was allocated for OpenStack offering ${cloud.offeringUuid}`);
  return nodeNetwork(cidr);
}

const serverGroup = (clusterName: string, role: NodeRole): PlannedServerGroup => ({
  role,
  name: `${clusterName}-${role}`,
  policy: 'soft-anti-affinity',
});

function planTenant(planning: Planning, cloud: OfferedCloud, etcdMembers: number): ManagedTenant {
  const { attributes, facts, cidrs } = planning;
  const { names, options } = facts;
  const network = networkOf(cloud, facts);
  const place = { cloud, hasTypes: usesVolumeTypes(cloud, options) };
  const peerNetwork = peerNetworkOf(cloud, facts.clouds);
  return {
    offeringUuid: cloud.offeringUuid,
    settingsUuid: cloud.settingsUuid,
    name: tenantName(names.vmProjectSlug, cloud),
    limits: tenantLimits(attributes, options, cloud),
    externalNetworkId: externalNetworkOf(cloud).id,
    network,
    ...(peerNetwork && { peerNetwork }),
    defaultGroupRules: peerRules(network.cidr, cidrs),
    serverGroups: [serverGroup(names.clusterName, 'server'), serverGroup(names.clusterName, 'agent')],
    loadBalancer: planLoadBalancer(planning, place, network),
    nodes: attributes.pools ? [] : planNodes(planning, place, etcdMembers),
    ...(attributes.pools && {
      pools: poolsOfCloud(attributes, cloud).map((pool) => planTenantPool(pool, place, facts)),
    }),
  };
}

const securityGroups = (
  { managementCidrs = [] }: ManagedAttributes,
  { management }: ManagedPlanFacts,
  nodeNetworks: readonly string[],
): PlannedSecurityGroup[] => [
  {
    name: K8S_ADMIN,
    description: 'Administration of the cluster and its machines',
    rules: k8sAdminRules({
      managementCidrs: [...management.managementCidrs, ...managementCidrs],
      managementPorts: management.managementPorts,
      nodeNetworks,
    }),
  },
  { name: K8S_PUBLIC, description: 'Services of the cluster', rules: k8sPublicRules() },
];

/**
 * Plans all objects of a managed order outside Rancher, from facts about the order's clouds. Throws Invalid if a cloud
 * lacks an object that the plan needs. `choiceProblems` and `cloudProblems` have made all other checks before.
 */
export function planManaged(attributes: ManagedAttributes, facts: ManagedPlanFacts): ManagedPlan {
  const { clouds, names, options } = facts;
  const machines = managedMachines(attributes, options);
  const cidrs = clouds.map((cloud) => networkOf(cloud, facts).cidr);
  const planning = { attributes, facts, machines, cidrs, taken: new Set(facts.takenNames) };
  const members = etcdMembersOf(clouds.length, SERVERS_PER_TENANT, facts.etcdMembers);
  return {
    ...names,
    securityGroups: securityGroups(attributes, facts, cidrs),
    tenants: clouds.map((cloud, index) => planTenant(planning, cloud, members[index] ?? 0)),
  };
}
