import { z } from 'zod';
import { uuid } from '../../_core/identifier.ts';
import { templateSpec } from './cluster-api-template.ts';

/**
 * The values with which an order asks for a cluster of Cluster API. Before the order is stored, missing values are
 * copied from its template. So a later change of the template has no effect.
 */
export const clusterApiRequest = z.object({
  templateUuid: uuid,
  /** Number of control plane machines. It is odd. */
  masterCount: z.int(),
  /** Number of machines of the first node group. */
  nodeCount: z.int(),
  /** The values of the template. A value that the order itself sets replaces the template's value. */
  spec: templateSpec,
});
export type ClusterApiRequest = z.infer<typeof clusterApiRequest>;

/** What a caller orders. Absent values are taken from the template. */
export type RequestedClusterApi = Pick<ClusterApiRequest, 'templateUuid' | 'masterCount' | 'nodeCount'> & {
  overrides: Partial<ClusterApiRequest['spec']>;
  /** Whether the order's labels are added to the template's. If false, they replace all labels of the template. */
  mergesLabels: boolean;
};
