import { z } from 'zod';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { appFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Link } from '../_core/listing.ts';
import {
  asNamespacedResource,
  type ContentListing,
  contentOperations,
  contentOrderings,
  namespacedFilters,
  viewAsNamespacedResource,
} from './cluster-contents.ts';

const appView = z
  .object({
    ...asNamespacedResource,
    version: z.string().meta({ description: 'Version of the chart.', examples: ['4.12.1'] }),
    template_name: z.string().meta({ description: 'Name of the chart.', examples: ['ingress-nginx'] }),
    catalog_name: z.string().meta({ description: 'Empty if the application was not installed through Rancher.' }),
  })
  .meta({ id: 'RancherApplication' });

function viewApp(link: Link, item: ClusterContent): z.infer<typeof appView> {
  const { chart, version, catalog } = appFacts.parse(item.facts);
  return {
    ...viewAsNamespacedResource(link, 'rancher-apps', item),
    version,
    template_name: chart,
    catalog_name: catalog,
  };
}

/** Applications here have no template of Waldur. */
const appFilters = { ...namespacedFilters, nothing: [...(namespacedFilters.nothing ?? []), 'template_uuid'] };

export const appListing: ContentListing = {
  kind: 'APP',
  model: 'Application',
  filters: appFilters,
  orderings: contentOrderings,
  schema: appView,
  view: viewApp,
};

export const appOperations = contentOperations(appListing, {
  plural: 'Helm applications of clusters',
  singular: 'a Helm application of a cluster',
  more: 'The values of an application are in Rancher only.',
});
