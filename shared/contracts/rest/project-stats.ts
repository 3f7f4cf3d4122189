import { z } from 'zod';
import type { ClusterSums } from '../../domain/cluster-figures.ts';

/** Kubernetes quantities, as a cluster's own. */
const figures = z.object({ cpu: z.string(), memory: z.string(), pods: z.string() });

export const projectStatsView = z
  .object({
    clusters: z.int(),
    /** Of how many, the newest, the sums are. */
    clusters_summed: z.int(),
    /** Of how many of those Rancher has told no figures yet. */
    clusters_without_figures: z.int(),
    nodes: z.int(),
    capacity: figures,
    requested: figures,
  })
  .meta({ id: 'ProjectStats' });

export const viewProjectStats = ({
  clusters,
  summed,
  withoutFigures,
  nodes,
  capacity,
  requested,
}: ClusterSums & { clusters: number; summed: number }): z.infer<typeof projectStatsView> => ({
  ...{ clusters, clusters_summed: summed, clusters_without_figures: withoutFigures },
  ...{ nodes, capacity, requested },
});
