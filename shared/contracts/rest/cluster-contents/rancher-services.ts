import { z } from 'zod';
import { serviceFacts } from '#shared/domain/cluster-contents/content-facts';
import {
  asNamespacedResource,
  contentResource,
  namespacedFilters,
  viewAsNamespacedResource,
} from './cluster-contents.ts';

export const rancherServices = contentResource({
  kind: 'SERVICE',
  model: 'Service',
  facts: serviceFacts,
  schema: z
    .object({
      ...asNamespacedResource,
      cluster_ip: z
        .string()
        .nullable()
        .meta({
          description: 'Address of the service in the cluster. Null for a headless service.',
          examples: ['10.43.12.7'],
        }),
      selector: z.record(z.string(), z.string()).nullable(),
      target_workloads: z.array(z.object({ url: z.string(), uuid: z.string() })),
    })
    .meta({ id: 'RancherService' }),
  view: (link, item, { clusterIp = null, selector = null, targets }) => ({
    ...viewAsNamespacedResource(link, 'rancher-services', item),
    cluster_ip: clusterIp,
    selector,
    target_workloads: targets.map((uuid) => ({ url: link('rancher-workloads', uuid), uuid })),
  }),
  filters: namespacedFilters,
  plural: 'services of clusters',
  singular: 'a service of a cluster',
  writes: { delete: 204 },
});
