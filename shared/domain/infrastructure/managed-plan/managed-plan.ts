import type { Uuid } from '#shared/domain/_core/identifier';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { ClusterTenant } from '../cluster-tenant.ts';
import type { ManagedNames } from '../managed-names.ts';
import type { NodeNetwork } from '../networks/node-network.ts';
import type { PeerNetwork } from '../networks/peer-network.ts';
import type { SecurityRule } from '../security-groups/security-rules.ts';
import type { TenantLimits } from './tenant-quotas.ts';

/**
 * The plan of a machine in a tenant that does not exist yet. Sizes are in MB. Ids of flavor and image are the ids in
 * the cloud.
 */
export type PlannedMachine = Pick<
  NodeSpec,
  | 'name'
  | 'flavorId'
  | 'flavorName'
  | 'vcpus'
  | 'ramMb'
  | 'imageId'
  | 'availabilityZone'
  | 'systemVolumeSizeMb'
  | 'systemVolumeType'
>;
/** The plan of a load balancer. The provider's user-data template decides how the data volumes are used. */
export type PlannedLoadBalancer = PlannedMachine & {
  /** The load balancer's fixed address in the tenant's network. */
  address: string;
  dataVolumes: { sizeMb: number; volumeType?: string }[];
};
/** The plan of a node, without the fields that are known only when the tenant's network exists. */
export type PlannedNode = Omit<NodeSpec, 'tenantUuid' | 'subnetId' | 'networkId' | 'securityGroupIds'>;

/** A security group of the cluster. Every tenant gets a copy of the group. */
export type PlannedSecurityGroup = { name: string; description: string; rules: readonly SecurityRule[] };
/**
 * A server group. Nova puts its members on different hosts where possible. With a strict rule, an order would fail if
 * there are too few hosts.
 */
export type PlannedServerGroup = { role: NodeRole; name: string; policy: 'soft-anti-affinity' };

/** All objects that a managed order creates in one cloud. */
export type ManagedTenant = {
  offeringUuid: Uuid;
  settingsUuid: Uuid;
  name: string;
  limits: TenantLimits;
  /** The external network for the router's gateway and for floating IPs. */
  externalNetworkId: string;
  network: NodeNetwork;
  /** The network to the cluster's other tenants in the same cloud. Absent if there are no such tenants. */
  peerNetwork?: PeerNetwork;
  /** Rules that are added to the tenant's `default` group. These rules let in nodes of the cluster's other tenants. */
  defaultGroupRules: readonly SecurityRule[];
  serverGroups: PlannedServerGroup[];
  loadBalancer: PlannedLoadBalancer;
  /** The tenant's nodes, servers first. */
  nodes: PlannedNode[];
  /** The tenant's pools, if Rancher makes the machines. In this case, `nodes` is empty. */
  pools?: NonNullable<ClusterTenant['pools']>;
};
/**
 * All objects that a managed order creates outside Rancher. The list `tenants` has the same sequence as the customer's
 * list of clouds.
 */
export type ManagedPlan = ManagedNames & { securityGroups: PlannedSecurityGroup[]; tenants: ManagedTenant[] };
