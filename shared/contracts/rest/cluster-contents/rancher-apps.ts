import { z } from 'zod';
import { appFacts } from '#shared/domain/cluster-contents/content-facts';
import {
  asNamespacedResource,
  contentResource,
  namespacedFilters,
  viewAsNamespacedResource,
} from './cluster-contents.ts';

/**
 * Filters of applications. Applications in Paddock belong to no template of Waldur, so the filter by template finds
 * nothing.
 */
const appFilters = { ...namespacedFilters, nothing: [...(namespacedFilters.nothing ?? []), 'template_uuid'] };

export const rancherApps = contentResource({
  kind: 'APP',
  model: 'Application',
  facts: appFacts,
  schema: z
    .object({
      ...asNamespacedResource,
      version: z.string().meta({ description: 'Version of the chart.', examples: ['4.12.1'] }),
      template_name: z.string().meta({ description: 'Name of the chart.', examples: ['ingress-nginx'] }),
      catalog_name: z.string().meta({
        description: 'Name of the chart’s catalog. Empty if the application was not installed through Rancher.',
      }),
    })
    .meta({ id: 'RancherApplication' }),
  view: (link, item, { chart, version, catalog }) => ({
    ...viewAsNamespacedResource(link, 'rancher-apps', item),
    version,
    template_name: chart,
    catalog_name: catalog,
  }),
  filters: appFilters,
  plural: 'Helm applications of clusters',
  singular: 'a Helm application of a cluster',
  more: 'The values of an application are in Rancher only.',
});
