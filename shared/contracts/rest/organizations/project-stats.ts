import { z } from 'zod';
import type { ClusterSums } from '#shared/domain/clusters/cluster-figures';
import { COMPONENTS, componentType } from '#shared/domain/marketplace/prices/plan-prices';
import type { UsageSum } from '#shared/domain/usage/usage-sums';

/** Kubernetes quantities, like those of a cluster. */
const figures = z.object({ cpu: z.string(), memory: z.string(), pods: z.string() });

/** Waldur's fields. There are no limits. */
const componentView = z
  .object({
    type: componentType,
    name: z.string(),
    description: z.literal(''),
    measured_unit: z.string(),
    billing_type: z.literal('usage'),
    /** Usage of this month until now. */
    usage: z.int(),
    /** Usage of terminated resources. */
    usage_terminated: z.int(),
    limit: z.literal(0),
    limit_usage: z.literal(0),
    limit_usage_terminated: z.literal(0),
    offering_name: z.string(),
    offering_uuid: z.string(),
  })
  .meta({ id: 'ComponentStats' });

const viewComponent = ({ type, hours, hoursOfEnded, offeringName, offeringUuid }: UsageSum) => ({
  type,
  name: COMPONENTS[type].name,
  description: '' as const,
  measured_unit: COMPONENTS[type].measuredUnit,
  billing_type: 'usage' as const,
  usage: hours,
  usage_terminated: hoursOfEnded,
  limit: 0 as const,
  limit_usage: 0 as const,
  limit_usage_terminated: 0 as const,
  offering_name: offeringName,
  offering_uuid: offeringUuid,
});

export const projectStatsView = z
  .object({
    clusters: z.int(),
    /** Number of clusters in the sums; only the newest are summed. */
    clusters_summed: z.int(),
    /** Number of those clusters for which Rancher has not reported figures yet. */
    clusters_without_figures: z.int(),
    nodes: z.int(),
    capacity: figures,
    requested: figures,
    components: z.array(componentView),
  })
  .meta({ id: 'ProjectStats' });

export const viewProjectStats = ({
  clusters,
  summed,
  withoutFigures,
  nodes,
  capacity,
  requested,
  usage,
}: ClusterSums & { clusters: number; summed: number; usage: readonly UsageSum[] }): z.infer<
  typeof projectStatsView
> => ({
  clusters,
  clusters_summed: summed,
  clusters_without_figures: withoutFigures,
  nodes,
  capacity,
  requested,
  components: usage.map(viewComponent),
});
