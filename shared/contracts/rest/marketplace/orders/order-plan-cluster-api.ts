import { z } from 'zod';
import type { PlannedClusterApiObjects } from '#shared/domain/cluster-api/planned-objects';

/**
 * What an order would create if Cluster API makes the cluster. `{name}` stands for a name that is derived from the
 * cluster's uuid, which exists only after the order is placed.
 */
export const plannedClusterApiView = z
  .object({
    kubernetes_version: z.string(),
    /** Kinds and names of the objects in the management cluster of Cluster API. */
    objects: z.array(z.string()),
    /** Names of the server groups in the tenant. */
    server_groups: z.array(z.string()),
    /** The control plane is the first group. */
    node_groups: z.array(
      z.object({
        name: z.string(),
        role: z.string(),
        node_count: z.int(),
        flavor_name: z.string(),
        image_id: z.string(),
      }),
    ),
  })
  .meta({ id: 'PlannedClusterApi' });

export const viewPlannedClusterApi = ({
  kubernetesVersion,
  objects,
  serverGroups,
  groups,
}: PlannedClusterApiObjects): z.infer<typeof plannedClusterApiView> => ({
  kubernetes_version: kubernetesVersion,
  objects,
  server_groups: serverGroups,
  node_groups: groups.map(({ name, role, count, flavorName, imageId }) => ({
    ...{ name, role, node_count: count, flavor_name: flavorName, image_id: imageId },
  })),
});
