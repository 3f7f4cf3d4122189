import { z } from 'zod';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { catalogFacts } from '#shared/domain/cluster-contents/content-facts';
import { catalogOperations } from './catalog-operations.ts';
import {
  asResource,
  type ContentResource,
  contentFilters,
  contentResource,
  viewAsResource,
} from './cluster-contents.ts';

/** The title that the catalog was given in Paddock. Without a title, the name of its Kubernetes object. */
const nameOf = ({ name, facts }: ClusterContent): string => catalogFacts.parse(facts).title || name;

export const catalogView = z
  .object({
    ...asResource,
    catalog_url: z.string().meta({ examples: ['https://charts.example.org/'] }),
    branch: z.string().meta({ description: 'Empty if the catalog is no Git repository.', examples: ['main'] }),
    commit: z.string(),
    scope: z.string(),
    scope_type: z.enum(['cluster', 'project']),
    error_message: z.string().meta({ description: 'Why the last download of the index failed.' }),
  })
  .meta({ id: 'RancherCatalog' });

const base = contentResource({
  kind: 'CATALOG',
  model: 'Catalog',
  facts: catalogFacts,
  schema: catalogView,
  view: (link, item, { url, branch, commit, problem }) => {
    const { rancherProjectUuid: project } = item;
    return {
      ...viewAsResource(link, 'rancher-catalogs', item),
      name: nameOf(item),
      catalog_url: url,
      branch,
      commit,
      scope: project === undefined ? link('rancher-clusters', item.clusterUuid) : link('rancher-projects', project),
      scope_type: project === undefined ? ('cluster' as const) : ('project' as const),
      error_message: problem,
    };
  },
  filters: {
    ...contentFilters,
    equals: { ...contentFilters.equals, name_exact: nameOf },
    contains: { ...contentFilters.contains, name: nameOf },
  },
  plural: 'catalogs of clusters',
  singular: 'a catalog of a cluster',
  more: 'Catalogs exist in clusters only (`catalog.cattle.io`). Waldur also knew global ones. Their accounts are in the clusters only.',
});

/** Catalogs have credentials and downloads, so some of their operations differ from those of other contents. */
export const rancherCatalogs: ContentResource = {
  ...base,
  operations: { ...base.operations, ...catalogOperations(catalogView) },
};
