import type { NodeSpec } from '#shared/domain/planning/node-spec';
import { Misconfigured } from '#shared/errors';
import type { ClusterTenant } from '../cluster-tenant.ts';
import type { PlannedNode } from './managed-plan.ts';

/**
 * The ids of a tenant's objects that a node needs, such as the server group for the node's role. All these objects
 * exist.
 */
export type MadeTenant = Pick<NodeSpec, 'tenantUuid' | 'subnetId' | 'networkId' | 'securityGroupIds' | 'serverGroupId'>;

/**
 * The ids of the tenant's objects that a node needs. A node is only in the security group `default`. This group lets in
 * other nodes, the load balancer and the cluster's other tenants, but no administrators from outside. Throws
 * Misconfigured if the network does not exist yet.
 */
export function madeFor({ uuid, name, made }: ClusterTenant, { role }: Pick<NodeSpec, 'role'>): MadeTenant {
  const { networkId, subnetId, serverGroupIds } = made;
  const group = made.securityGroupIds.default;
  if (networkId === undefined || subnetId === undefined || group === undefined) {
    throw new Misconfigured(`Tenant ${name} has no network yet.`);
  }
  const serverGroupId = serverGroupIds[role];
  const ids = { tenantUuid: uuid, networkId, subnetId, securityGroupIds: [group] };
  return serverGroupId === undefined ? ids : { ...ids, serverGroupId };
}

/** Adds the ids of objects in the tenant to a planned node. */
export const completeNode = (node: PlannedNode, made: MadeTenant): NodeSpec => ({ ...node, ...made });
