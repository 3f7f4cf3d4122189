import type { z } from 'zod';
import type { Uuid } from '../../_core/identifier.ts';
import { inProject } from '../../organizations/placement.ts';
import { type ClusterContent, contentUuid } from '../cluster-content.ts';
import { catalogFacts, type templateFacts } from '../content-facts.ts';
import type { FoundChart } from './chart.ts';

/**
 * Type of the records of charts. It is not a type of Kubernetes, because a chart is only an entry in a catalog's index.
 */
export const TEMPLATE_TYPE = 'chart';
/** Maximum number of versions that are recorded for a chart, because a row of the table has at most 400 KB. */
const MAX_VERSIONS = 50;
const MAX_TEXT = 2000;

/** The uuid of a chart. It is derived from the catalog and the chart, so every sync computes the same uuid. */
export const templateUuid = (clusterUuid: Uuid, catalog: string, chart: string): Uuid =>
  contentUuid(clusterUuid, TEMPLATE_TYPE, `${catalog}/${chart}`);

/** The record of a chart. It has the same customer, project and Rancher project as its catalog. */
export function newTemplate(catalog: ClusterContent, chart: FoundChart): ClusterContent {
  const { name, description, iconUrl, projectUrl, versions } = chart;
  const { clusterUuid, clusterName, settingsUuid, created, name: catalogName } = catalog;
  const { globalUuid } = catalogFacts.parse(catalog.facts);
  const facts: z.input<typeof templateFacts> = {
    ...(globalUuid !== '' && { globalUuid }),
    ...{ catalog: catalogName, chart: name, iconUrl: iconUrl.slice(0, MAX_TEXT) },
    ...{ projectUrl: projectUrl.slice(0, MAX_TEXT), versions: versions.slice(0, MAX_VERSIONS) },
  };
  return {
    ...{ uuid: templateUuid(clusterUuid, catalogName, name), version: 0, created, modified: created },
    ...inProject.parse(catalog),
    ...{ settingsUuid, clusterUuid, clusterName, kind: 'TEMPLATE', type: TEMPLATE_TYPE },
    ...{
      backendId: `${catalogName}/${name}`,
      name,
      description: description.slice(0, MAX_TEXT),
      runtimeState: 'active',
    },
    ...{ namespaceName: '', rancherProjectName: catalog.rancherProjectName },
    ...(catalog.rancherProjectUuid && { rancherProjectUuid: catalog.rancherProjectUuid }),
    facts,
  };
}
