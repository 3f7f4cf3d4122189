import type { NodeSpec } from '#shared/domain/planning/node-spec';
import { Misconfigured } from '#shared/errors';
import type { ClusterTenant } from '../cluster-tenant.ts';
import type { PlannedNode } from './managed-plan.ts';

/** What exists in a node's tenant, with the server group of the node's role. */
export type MadeTenant = Pick<NodeSpec, 'tenantUuid' | 'subnetId' | 'networkId' | 'securityGroupIds' | 'serverGroupId'>;

/**
 * What a node needs to know of its tenant. Through the `default` group, nodes reach each other, their load balancer and
 * the cluster's other tenants. Administration from outside is not possible. Throws Misconfigured when the network does
 * not exist yet.
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

/** A planned node with the ids of its tenant's objects, which steps need. */
export const completeNode = (node: PlannedNode, made: MadeTenant): NodeSpec => ({ ...node, ...made });
