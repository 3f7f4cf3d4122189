import { z } from 'zod';
import { catalogFacts } from '#shared/domain/cluster-contents/content-facts';
import { asResource, contentFilters, contentResource, viewAsResource } from './cluster-contents.ts';

export const rancherCatalogs = contentResource({
  kind: 'CATALOG',
  model: 'Catalog',
  facts: catalogFacts,
  schema: z
    .object({
      ...asResource,
      catalog_url: z.string().meta({ examples: ['https://charts.example.org/'] }),
      branch: z.string().meta({
        description: 'Branch of the Git repository. Empty if the catalog is not a Git repository.',
        examples: ['main'],
      }),
      commit: z.string(),
      scope: z.string(),
      scope_type: z.literal('cluster'),
    })
    .meta({ id: 'RancherCatalog' }),
  view: (link, item, { url, branch, commit }) => ({
    ...viewAsResource(link, 'rancher-catalogs', item),
    catalog_url: url,
    branch,
    commit,
    scope: link('rancher-clusters', item.clusterUuid),
    scope_type: 'cluster',
  }),
  filters: contentFilters,
  plural: 'catalogs of clusters',
  singular: 'a catalog of a cluster',
  more: 'Catalogs exist in clusters only (`catalog.cattle.io`). Waldur also had global catalogs and catalogs of projects. Credentials of catalogs are in Rancher only.',
});
