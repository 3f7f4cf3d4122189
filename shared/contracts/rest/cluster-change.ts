import { z } from 'zod';
import type { Cluster } from '../../domain/cluster.ts';
import { looseText } from './fields.ts';
import { clusterName } from './order-attributes-body.ts';
import { parseBody } from './parse-body.ts';

/** What can be changed of a cluster, of the fields that are writable in Waldur (waldur-rancher.md §2.1). */
export const clusterBody = z.object({ name: clusterName(), description: looseText(2000).optional() });
export const partialClusterBody = clusterBody.partial();

/** `PUT` and `PATCH rancher-clusters/{uuid}/`: what is left out stays. Throws Invalid. */
export function readClusterChange(body: unknown, isPartial: boolean): Partial<Pick<Cluster, 'name' | 'description'>> {
  const { name, description } = isPartial ? parseBody(partialClusterBody, body) : parseBody(clusterBody, body);
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
}
