import { z } from 'zod';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { ingressFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Link } from '../_core/listing.ts';
import {
  asNamespacedResource,
  type ContentListing,
  contentOperations,
  contentOrderings,
  namespacedFilters,
  viewAsNamespacedResource,
} from './cluster-contents.ts';

const ingressView = z
  .object({
    ...asNamespacedResource,
    rules: ingressFacts.shape.rules.meta({ description: 'The first 50 rules, with up to 20 paths each.' }),
  })
  .meta({ id: 'RancherIngress' });

const viewIngress = (link: Link, item: ClusterContent): z.infer<typeof ingressView> => ({
  ...viewAsNamespacedResource(link, 'rancher-ingresses', item),
  rules: ingressFacts.parse(item.facts).rules,
});

export const ingressListing: ContentListing = {
  kind: 'INGRESS',
  model: 'Ingress',
  filters: namespacedFilters,
  orderings: contentOrderings,
  schema: ingressView,
  view: viewIngress,
};

export const ingressOperations = contentOperations(ingressListing, {
  plural: 'ingresses of clusters',
  singular: 'an ingress of a cluster',
});
