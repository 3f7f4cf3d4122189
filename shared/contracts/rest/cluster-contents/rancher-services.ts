import { z } from 'zod';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { serviceFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Link } from '../_core/listing.ts';
import {
  asNamespacedResource,
  type ContentListing,
  contentOperations,
  contentOrderings,
  namespacedFilters,
  viewAsNamespacedResource,
} from './cluster-contents.ts';

const serviceView = z
  .object({
    ...asNamespacedResource,
    cluster_ip: z
      .string()
      .nullable()
      .meta({ description: 'Null for a headless service.', examples: ['10.43.12.7'] }),
    selector: z.record(z.string(), z.string()).nullable(),
    target_workloads: z.array(z.object({ url: z.string(), uuid: z.string() })),
  })
  .meta({ id: 'RancherService' });

function viewService(link: Link, item: ClusterContent): z.infer<typeof serviceView> {
  const { clusterIp = null, selector = null, targets } = serviceFacts.parse(item.facts);
  return {
    ...viewAsNamespacedResource(link, 'rancher-services', item),
    cluster_ip: clusterIp,
    selector,
    target_workloads: targets.map((uuid) => ({ url: link('rancher-workloads', uuid), uuid })),
  };
}

export const serviceListing: ContentListing = {
  kind: 'SERVICE',
  model: 'Service',
  filters: namespacedFilters,
  orderings: contentOrderings,
  schema: serviceView,
  view: viewService,
};

export const serviceOperations = contentOperations(serviceListing, {
  plural: 'services of clusters',
  singular: 'a service of a cluster',
});
