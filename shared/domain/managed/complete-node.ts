import type { NodeSpec } from '../node.ts';
import type { PlannedNode } from './managed-plan.ts';

/** What there is once a node's tenant was furnished; the server group is that of its role. */
export type MadeTenant = Pick<NodeSpec, 'tenantUuid' | 'subnetId' | 'networkId' | 'securityGroupIds' | 'serverGroupId'>;

/** A planned node as the steps take it. */
export const completeNode = (node: PlannedNode, made: MadeTenant): NodeSpec => ({ ...node, ...made });
