import type { ChartVersion } from '#shared/domain/cluster-contents/apps/chart';
import { templateFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { Conflict, noMatch } from '#shared/errors';
import { type ContentDeps, visibleContent } from '../open-content.ts';
import { chartsAsCaller } from './charts-as-caller.ts';

const TEMPLATES = { kind: 'TEMPLATE', model: 'Template' } as const;

/**
 * Reads the questions and the readmes of one chart version from Rancher (S0-073). Throws NotAllowed if the caller has no
 * role inside the cluster.
 */
export async function readTemplateVersion(
  deps: ContentDeps,
  caller: Caller,
  uuidText: string,
  version: string,
): Promise<ChartVersion> {
  const template = await visibleContent(deps, caller, TEMPLATES, uuidText);
  assertPermitted(caller, 'template_version.see', template);
  const { catalog: repository, chart } = templateFacts.parse(template.facts);
  const cluster = await deps.store.clusters.get(template.clusterUuid);
  if (cluster.backendId === '') throw new Conflict('The cluster is not in Rancher.');
  const shown = await chartsAsCaller(deps, caller, cluster, (charts) =>
    charts.findChartVersion(cluster.backendId, { repository, chart, version }),
  );
  if (!shown) throw noMatch('TemplateVersion');
  return shown;
}
