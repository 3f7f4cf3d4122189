import { z } from 'zod';
import { uuid } from '../../_core/identifier.ts';
import { templateSpec } from './cluster-api-template.ts';

/**
 * What an order wants of a cluster of Cluster API. The order stores it with the values of its template, so a later
 * change of the template has no effect.
 */
export const clusterApiRequest = z.object({
  templateUuid: uuid,
  /** Number of control plane machines. It is odd. */
  masterCount: z.int(),
  /** Number of machines of the first node group. */
  nodeCount: z.int(),
  /** The template, with the values that the order sets itself. */
  spec: templateSpec,
});
export type ClusterApiRequest = z.infer<typeof clusterApiRequest>;

/** What a caller orders. Values that are absent are those of the template. */
export type RequestedClusterApi = Pick<ClusterApiRequest, 'templateUuid' | 'masterCount' | 'nodeCount'> & {
  overrides: Partial<ClusterApiRequest['spec']>;
  /** Whether the labels of the order are added to those of the template. Otherwise they replace them all. */
  mergesLabels: boolean;
};
