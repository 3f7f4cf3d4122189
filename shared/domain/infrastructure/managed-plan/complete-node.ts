import type { NodeSpec } from '#shared/domain/planning/node-spec';
import { Misconfigured } from '#shared/errors';
import type { ClusterTenant } from '../cluster-tenant.ts';
import type { PlannedNode } from './managed-plan.ts';

/** What there is once a node's tenant was furnished; the server group is that of its role. */
export type MadeTenant = Pick<NodeSpec, 'tenantUuid' | 'subnetId' | 'networkId' | 'securityGroupIds' | 'serverGroupId'>;

/**
 * Nodes reach one another, their load balancer and the cluster's other tenants by the `default` group; they are not administered from
 * outside. Throws Misconfigured where the network is still to be made.
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

/** A planned node as the steps take it. */
export const completeNode = (node: PlannedNode, made: MadeTenant): NodeSpec => ({ ...node, ...made });
