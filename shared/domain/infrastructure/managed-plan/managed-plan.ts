import type { Uuid } from '#shared/domain/_core/identifier';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { ManagedNames } from '../managed-names.ts';
import type { NodeNetwork } from '../networks/node-network.ts';
import type { PeerNetwork } from '../networks/peer-network.ts';
import type { SecurityRule } from '../security-groups/security-rules.ts';
import type { TenantLimits } from './tenant-quotas.ts';

/** A machine before its tenant exists. Sizes are in MB; ids are the cloud's. */
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
/** A planned load balancer. The provider's template decides how its data volumes are used. */
export type PlannedLoadBalancer = PlannedMachine & {
  /** The load balancer's fixed address in the tenant's network. */
  address: string;
  dataVolumes: { sizeMb: number; volumeType?: string }[];
};
/** A node without the fields that need its tenant's network. */
export type PlannedNode = Omit<NodeSpec, 'tenantUuid' | 'subnetId' | 'networkId' | 'securityGroupIds'>;

/** A security group of the cluster, the same in each tenant. */
export type PlannedSecurityGroup = { name: string; description: string; rules: readonly SecurityRule[] };
/**
 * A server group. Nova keeps its members on different hosts as far as possible, because an order must not fail if one
 * host is missing.
 */
export type PlannedServerGroup = { role: NodeRole; name: string; policy: 'soft-anti-affinity' };

/** Everything to create in one cloud. */
export type ManagedTenant = {
  offeringUuid: Uuid;
  settingsUuid: Uuid;
  name: string;
  limits: TenantLimits;
  /** The external network for the router's gateway and for floating IPs. */
  externalNetworkId: string;
  network: NodeNetwork;
  /** Present if other tenants of the cluster are in the same cloud. */
  peerNetwork?: PeerNetwork;
  /** Additional rules of the tenant's `default` group, which let in nodes of the cluster's other tenants. */
  defaultGroupRules: readonly SecurityRule[];
  serverGroups: PlannedServerGroup[];
  loadBalancer: PlannedLoadBalancer;
  /** The tenant's nodes, servers first. */
  nodes: PlannedNode[];
};
/** Everything that a managed order creates outside Rancher. Tenants are in the order in which the customer chose clouds. */
export type ManagedPlan = ManagedNames & { securityGroups: PlannedSecurityGroup[]; tenants: ManagedTenant[] };
