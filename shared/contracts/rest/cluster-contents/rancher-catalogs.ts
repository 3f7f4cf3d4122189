import { z } from 'zod';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { catalogFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Link } from '../_core/listing.ts';
import { catalogOperations } from './catalog-operations.ts';
import {
  asResource,
  type ContentResource,
  contentFilters,
  contentResource,
  orNil,
  viewAsResource,
} from './cluster-contents.ts';

/** Fields that have no value for a global catalog. */
const OF_ONE_CLUSTER = {
  cluster: z.string().nullable().meta({ description: 'Null for a global catalog.' }),
  cluster_uuid: orNil,
  project: z.string().nullable().meta({ description: 'Null for a global catalog.' }),
  project_uuid: orNil,
  customer_uuid: orNil,
};

type Facts = z.infer<typeof catalogFacts>;

function scopeOf(link: Link, item: ClusterContent, { globalUuid }: Facts) {
  const { rancherProjectUuid: project, clusterUuid, settingsUuid } = item;
  if (globalUuid !== '') return { scope: link('service-settings', settingsUuid), scope_type: 'global' as const };
  if (project === undefined) return { scope: link('rancher-clusters', clusterUuid), scope_type: 'cluster' as const };
  return { scope: link('rancher-projects', project), scope_type: 'project' as const };
}

/** The catalog's title in Paddock. If the catalog has no title, the name of its Kubernetes object. */
const nameOf = ({ name, facts }: ClusterContent): string => catalogFacts.parse(facts).title || name;

export const catalogView = z
  .object({
    ...asResource,
    catalog_url: z.string().meta({ examples: ['https://charts.example.org/'] }),
    branch: z.string().meta({
      description: 'Branch of the Git repository. Empty if the catalog is not a Git repository.',
      examples: ['main'],
    }),
    commit: z.string(),
    scope: z
      .string()
      .meta({ description: 'The provider, the cluster, or the Rancher project that the catalog is for.' }),
    scope_type: z.enum(['global', 'cluster', 'project']),
    error_message: z.string().meta({
      description:
        'Why the last download of the index failed. For a global catalog: in how many clusters the catalog is not up to date, and why.',
    }),
    ...OF_ONE_CLUSTER,
  })
  .meta({ id: 'RancherCatalog' });

const base = contentResource({
  kind: 'CATALOG',
  model: 'Catalog',
  facts: catalogFacts,
  schema: catalogView,
  view: (link, item, facts) => ({
    ...viewAsResource(link, 'rancher-catalogs', item),
    name: nameOf(item),
    catalog_url: facts.url,
    branch: facts.branch,
    commit: facts.commit,
    ...scopeOf(link, item, facts),
    error_message: facts.problem,
    ...(facts.globalUuid !== '' && { cluster: null, project: null }),
  }),
  filters: {
    ...contentFilters,
    equals: { ...contentFilters.equals, name_exact: nameOf },
    contains: { ...contentFilters.contains, name: nameOf },
    uuids: {
      ...contentFilters.uuids,
      settings_uuid: ({ settingsUuid, facts }) =>
        catalogFacts.parse(facts).globalUuid === '' ? undefined : settingsUuid,
    },
  },
  plural: 'catalogs',
  singular: 'a catalog',
  is: 'Repositories of Helm charts.',
  more:
    'A global catalog is for all clusters of a provider. It is listed once, even if `cluster_uuid` selects one of these clusters. ' +
    'The filter `settings_uuid` lists only the global catalogs of a provider. ' +
    'In managed clusters, only staff may add, change or delete catalogs. Others get 400 or 403.',
});

/** Catalogs have credentials and downloads, so some of their operations differ from those of other contents. */
export const rancherCatalogs: ContentResource = {
  ...base,
  operations: { ...base.operations, ...catalogOperations(catalogView) },
};
