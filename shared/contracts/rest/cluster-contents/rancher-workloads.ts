import { z } from 'zod';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { workloadFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Link } from '../_core/listing.ts';
import {
  asNamespacedProperty,
  type ContentListing,
  contentOperations,
  contentOrderings,
  namespacedFilters,
  viewAsNamespacedProperty,
} from './cluster-contents.ts';

const workloadView = z
  .object({
    ...asNamespacedProperty,
    workload_type: z
      .string()
      .meta({ description: 'Rancher’s name of the workload type.', examples: ['apps.deployment'] }),
    scale: z.int().meta({ description: 'Wanted number of replicas; 0 for a cron job.', examples: [2] }),
  })
  .meta({ id: 'RancherWorkload' });

const viewWorkload = (link: Link, item: ClusterContent): z.infer<typeof workloadView> => ({
  ...viewAsNamespacedProperty(link, 'rancher-workloads', item),
  workload_type: item.type,
  scale: workloadFacts.parse(item.facts).scale,
});

export const workloadListing: ContentListing = {
  kind: 'WORKLOAD',
  model: 'Workload',
  filters: namespacedFilters,
  orderings: contentOrderings,
  schema: workloadView,
  view: viewWorkload,
};

export const workloadOperations = contentOperations(workloadListing, {
  plural: 'workloads of clusters',
  singular: 'a workload of a cluster',
  more: 'Workloads are deployments, stateful sets, daemon sets and cron jobs.',
});
