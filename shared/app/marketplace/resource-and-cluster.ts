import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy, soldTo } from '../_core/get-visible.ts';

/** The uuid of a resource, or of its cluster, as in the address. */
export type Named = { by: 'resource' | 'cluster'; uuidText: string };
/** A terminated resource has no cluster any more. A resource of a site agent never had one. */
export type ResourceAndCluster = { resource: Resource; cluster: Cluster | undefined };

/** A resource with its cluster, found by either uuid. Throws NotFound about the one that was named. */
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
