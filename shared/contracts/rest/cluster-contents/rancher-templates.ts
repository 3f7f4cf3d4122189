import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import { CATALOG_TYPE } from '#shared/domain/cluster-contents/apps/global-catalog';
import { type ClusterContent, contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import { templateFacts } from '#shared/domain/cluster-contents/content-facts';
import { contentFilters, contentResource, inRancherProject, orNil, viewInRancherProject } from './cluster-contents.ts';

/** The uuid of the template's catalog, which is a global catalog or a catalog of the cluster. */
function catalogUuid({ clusterUuid, facts }: ClusterContent): Uuid {
  const { globalUuid, catalog } = templateFacts.parse(facts);
  return globalUuid || contentUuid(clusterUuid, CATALOG_TYPE, catalog);
}

export const rancherTemplates = contentResource({
  kind: 'TEMPLATE',
  model: 'Template',
  facts: templateFacts,
  schema: z
    .object({
      ...inRancherProject,
      catalog: z.string(),
      catalog_uuid: orNil,
      catalog_name: z.string(),
      icon_url: z.string().meta({ examples: ['https://charts.example.org/shop.svg'] }),
      project_url: z.string().meta({ description: 'Home page of the chart.' }),
      default_version: z.string().meta({ description: 'The newest version.', examples: ['1.1.0'] }),
      versions: z
        .array(z.string())
        .meta({ description: 'The newest 50 versions that fit the cluster’s Kubernetes version, newest first.' }),
    })
    .meta({ id: 'RancherTemplate' }),
  view: (link, item, { catalog, versions, iconUrl, projectUrl }) => ({
    ...viewInRancherProject(link, 'rancher-templates', item),
    catalog: link('rancher-catalogs', catalogUuid(item)),
    catalog_uuid: catalogUuid(item),
    catalog_name: catalog,
    icon_url: iconUrl,
    project_url: projectUrl,
    default_version: versions[0] ?? '',
    versions,
  }),
  filters: {
    ...contentFilters,
    uuids: {
      ...contentFilters.uuids,
      catalog_uuid: catalogUuid,
    },
  },
  plural: 'charts of catalogs',
  singular: 'a chart of a catalog',
  is: 'Helm charts of catalogs.',
  more: 'A pull of the cluster reads the charts of a catalog if the catalog’s index has changed. Unless catalogs are added or removed, a pull checks this at most once an hour. At most 2,000 charts of each catalog are listed. Charts with the annotation `catalog.cattle.io/hidden` are left out.',
});
