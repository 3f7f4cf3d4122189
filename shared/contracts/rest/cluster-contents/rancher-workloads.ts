import { z } from 'zod';
import { workloadFacts } from '#shared/domain/cluster-contents/content-facts';
import {
  asNamespacedProperty,
  contentResource,
  namespacedFilters,
  viewAsNamespacedProperty,
} from './cluster-contents.ts';

export const rancherWorkloads = contentResource({
  kind: 'WORKLOAD',
  model: 'Workload',
  facts: workloadFacts,
  schema: z
    .object({
      ...asNamespacedProperty,
      workload_type: z
        .string()
        .meta({ description: 'Type of the workload under Rancher’s name.', examples: ['apps.deployment'] }),
      scale: z.int().meta({ description: 'Wanted number of replicas. 0 for a cron job.', examples: [2] }),
    })
    .meta({ id: 'RancherWorkload' }),
  view: (link, item, { scale }) => ({
    ...viewAsNamespacedProperty(link, 'rancher-workloads', item),
    workload_type: item.type,
    scale,
  }),
  filters: namespacedFilters,
  plural: 'workloads of clusters',
  singular: 'a workload of a cluster',
  more: 'Workloads are deployments, stateful sets, daemon sets and cron jobs.',
});
