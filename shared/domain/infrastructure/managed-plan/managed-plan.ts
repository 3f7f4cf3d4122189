import type { Uuid } from '#shared/domain/_core/identifier';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import type { ManagedNames } from '../managed-names.ts';
import type { NodeNetwork } from '../networks/node-network.ts';
import type { PeerNetwork } from '../networks/peer-network.ts';
import type { SecurityRule } from '../security-groups/security-rules.ts';
import type { TenantLimits } from './tenant-limits.ts';

/** A machine before its tenant stands; sizes MB, ids the cloud's own. */
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
/** What is done with its data volumes is its template's business. */
export type PlannedLoadBalancer = PlannedMachine & {
  /** Its fixed one, in its tenant's network. */
  address: string;
  dataVolumes: { sizeMb: number; volumeType?: string }[];
};
/** A node without what exists only once its tenant's network does. */
export type PlannedNode = Omit<NodeSpec, 'tenantUuid' | 'subnetId' | 'networkId' | 'securityGroupIds'>;

/** A security group of the cluster, the same in each of its tenants. */
export type PlannedSecurityGroup = { name: string; description: string; rules: readonly SecurityRule[] };
/** What Nova keeps apart, as far as there are hosts for it: one too few must not end an order. */
export type PlannedServerGroup = { role: NodeRole; name: string; policy: 'soft-anti-affinity' };

/** Everything that will exist in one cloud. */
export type ManagedTenant = {
  offeringUuid: Uuid;
  settingsUuid: Uuid;
  name: string;
  limits: TenantLimits;
  /** Where its router leads, and floating IPs come from. */
  externalNetworkId: string;
  network: NodeNetwork;
  /** Of a tenant that is not the cluster's only one in its cloud. */
  peerNetwork?: PeerNetwork;
  /** What the tenant's `default` group lets in besides its own members: the cluster's other tenants. */
  defaultGroupRules: readonly SecurityRule[];
  serverGroups: PlannedServerGroup[];
  loadBalancer: PlannedLoadBalancer;
  /** Servers first. */
  nodes: PlannedNode[];
};
/** Everything that a managed order makes outside Rancher, tenants in the order of its choice. */
export type ManagedPlan = ManagedNames & { securityGroups: PlannedSecurityGroup[]; tenants: ManagedTenant[] };
