import { z } from 'zod';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { flag, paragraphs } from '../_core/fields.ts';
import { parseBody } from '../_core/parse-body.ts';
import { clusterName } from '../marketplace/orders/order-attributes-body.ts';

/**
 * The changeable fields of a cluster: those that are writable in Waldur (docs/spec/waldur-rancher.md#clusters), and
 * `autohealing`.
 */
export const clusterBody = z.object({
  name: clusterName(),
  description: paragraphs(2000).optional(),
  autohealing: flag().optional(),
});
export const partialClusterBody = clusterBody.partial();

type ClusterChange = Partial<Pick<Cluster, 'name' | 'description' | 'autohealing'>>;

/** `PUT` and `PATCH rancher-clusters/{uuid}/`: fields that are left out stay as they are. Throws Invalid. */
export function readClusterChange(body: unknown, isPartial: boolean): ClusterChange {
  const { name, description, autohealing } = isPartial
    ? parseBody(partialClusterBody, body)
    : parseBody(clusterBody, body);
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(autohealing !== undefined && { autohealing }),
  };
}
