import type { Uuid } from '#shared/domain/_core/identifier';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { ManagedNames } from '../managed-names.ts';
import type { NodeNetwork } from '../networks/node-network.ts';
import type { PeerNetwork } from '../networks/peer-network.ts';
import type { SecurityRule } from '../security-groups/security-rules.ts';
import type { TenantLimits } from './tenant-quotas.ts';

/** A machine before its tenant exists. Sizes in MB, ids of the cloud. */
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
/** Its template decides what to do with its data volumes. */
export type PlannedLoadBalancer = PlannedMachine & {
  /** Its fixed address in the tenant's network. */
  address: string;
  dataVolumes: { sizeMb: number; volumeType?: string }[];
};
/** A node without the fields that need its tenant's network. */
export type PlannedNode = Omit<NodeSpec, 'tenantUuid' | 'subnetId' | 'networkId' | 'securityGroupIds'>;

/** A security group of the cluster, the same in each tenant. */
export type PlannedSecurityGroup = { name: string; description: string; rules: readonly SecurityRule[] };
/** A server group: Nova keeps its members apart as far as there are hosts: one host too few must not fail an order. */
export type PlannedServerGroup = { role: NodeRole; name: string; policy: 'soft-anti-affinity' };

/** Everything to create in one cloud. */
export type ManagedTenant = {
  offeringUuid: Uuid;
  settingsUuid: Uuid;
  name: string;
  limits: TenantLimits;
  /** The network for its router's gateway and for floating IPs. */
  externalNetworkId: string;
  network: NodeNetwork;
  /** For a tenant that shares its cloud with others of the cluster. */
  peerNetwork?: PeerNetwork;
  /** Rules of the tenant's `default` group besides Neutron's own: for the cluster's other tenants. */
  defaultGroupRules: readonly SecurityRule[];
  serverGroups: PlannedServerGroup[];
  loadBalancer: PlannedLoadBalancer;
  /** Servers are first. */
  nodes: PlannedNode[];
};
/** Everything that a managed order creates outside Rancher, with tenants in the order of the customer's choice. */
export type ManagedPlan = ManagedNames & { securityGroups: PlannedSecurityGroup[]; tenants: ManagedTenant[] };
