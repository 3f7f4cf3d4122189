import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy, soldTo } from '../_core/get-visible.ts';

/** Identifies a resource by its own uuid or by the uuid of its cluster. `uuidText` is the text from the URL. */
export type Named = { by: 'resource' | 'cluster'; uuidText: string };
/**
 * A resource with its cluster. A terminated resource has no cluster any more, and a resource of a site agent never had
 * one.
 */
export type ResourceAndCluster = { resource: Resource; cluster: Cluster | undefined };

/**
 * Finds a resource and its cluster by the uuid of one of them. Throws NotFound for a resource or for a cluster,
 * depending on `by`.
 */
export async function resourceAndCluster(
  { resources, clusters }: Pick<Store, 'resources' | 'clusters'>,
  caller: Caller,
  { by, uuidText }: Named,
): Promise<ResourceAndCluster> {
  if (by === 'cluster') {
    const cluster = await getVisible(clusters, 'Cluster', uuidText, seenBy(caller));
    return { cluster, resource: await resources.get(cluster.resourceUuid) };
  }
  const resource = await getVisible(resources, 'Resource', uuidText, soldTo(caller));
  return {
    resource,
    cluster: resource.clusterUuid === undefined ? undefined : await clusters.find(resource.clusterUuid),
  };
}
