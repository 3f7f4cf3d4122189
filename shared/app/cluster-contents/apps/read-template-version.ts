import type { ChartVersion } from '#shared/domain/cluster-contents/apps/chart';
import { templateFacts } from '#shared/domain/cluster-contents/content-facts';
import type { Caller } from '#shared/domain/organizations/caller';
import { Conflict, noMatch } from '#shared/errors';
import { withTimeout } from '../../_core/with-timeout.ts';
import { type ContentDeps, openCluster, visibleContent } from '../open-content.ts';

const TEMPLATES = { kind: 'TEMPLATE', model: 'Template' } as const;
const READ_MS = 10_000;

/** Reads the questions and the readmes of one chart version from Rancher (S0-073). */
export async function readTemplateVersion(
  deps: ContentDeps,
  caller: Caller,
  uuidText: string,
  version: string,
): Promise<ChartVersion> {
  const template = await visibleContent(deps, caller, TEMPLATES, uuidText);
  const { catalog: repository, chart } = templateFacts.parse(template.facts);
  const entered = await deps.store.clusters.get(template.clusterUuid);
  if (entered.backendId === '') throw new Conflict('The cluster is not in Rancher.');
  const { cluster, rancher } = await openCluster(deps, entered);
  const shown = await withTimeout(READ_MS, () =>
    rancher.findChartVersion(cluster.backendId, { repository, chart, version }),
  );
  if (!shown) throw noMatch('TemplateVersion');
  return shown;
}
