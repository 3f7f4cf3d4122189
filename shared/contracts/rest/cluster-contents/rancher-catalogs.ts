import { z } from 'zod';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { catalogFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Link } from '../_core/listing.ts';
import {
  asResource,
  type ContentListing,
  contentFilters,
  contentOperations,
  contentOrderings,
  viewAsResource,
} from './cluster-contents.ts';

const catalogView = z
  .object({
    ...asResource,
    catalog_url: z.string().meta({ examples: ['https://charts.example.org/'] }),
    branch: z.string().meta({ description: 'Empty if the catalog is no Git repository.', examples: ['main'] }),
    commit: z.string(),
    scope: z.string(),
    scope_type: z.literal('cluster'),
  })
  .meta({ id: 'RancherCatalog' });

function viewCatalog(link: Link, item: ClusterContent): z.infer<typeof catalogView> {
  const { url, branch, commit } = catalogFacts.parse(item.facts);
  return {
    ...viewAsResource(link, 'rancher-catalogs', item),
    catalog_url: url,
    branch,
    commit,
    scope: link('rancher-clusters', item.clusterUuid),
    scope_type: 'cluster',
  };
}

export const catalogListing: ContentListing = {
  kind: 'CATALOG',
  model: 'Catalog',
  filters: contentFilters,
  orderings: contentOrderings,
  schema: catalogView,
  view: viewCatalog,
};

export const catalogOperations = contentOperations(catalogListing, {
  plural: 'catalogs of clusters',
  singular: 'a catalog of a cluster',
  more: 'Catalogs exist in clusters only (`catalog.cattle.io`). Waldur also knew global ones and ones of projects. Their credentials are in Rancher only.',
});
