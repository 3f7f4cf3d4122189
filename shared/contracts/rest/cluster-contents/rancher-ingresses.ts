import { z } from 'zod';
import { ingressFacts } from '#shared/domain/cluster-contents/content-facts';
import {
  asNamespacedResource,
  contentResource,
  namespacedFilters,
  viewAsNamespacedResource,
} from './cluster-contents.ts';

export const rancherIngresses = contentResource({
  kind: 'INGRESS',
  model: 'Ingress',
  facts: ingressFacts,
  schema: z
    .object({
      ...asNamespacedResource,
      rules: ingressFacts.shape.rules.meta({
        description: 'The first 50 rules of the ingress, each with its first 20 paths.',
      }),
    })
    .meta({ id: 'RancherIngress' }),
  view: (link, item, { rules }) => ({ ...viewAsNamespacedResource(link, 'rancher-ingresses', item), rules }),
  filters: namespacedFilters,
  plural: 'ingresses of clusters',
  singular: 'an ingress of a cluster',
});
