import { measuredUsage } from '#shared/domain/rancher-projects/usage/measured-usage';
import type { Figures } from '#shared/domain/rancher-projects/usage/project-figures';
import { type ClusterFigures, figuresOfProject } from '#shared/domain/rancher-projects/usage/project-figures';
import { periodOf } from '#shared/domain/usage/billing-period';
import type { Rancher } from '#shared/ports/rancher';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import type { Pass, SyncDeps } from '../providers/sync-job.ts';
import { type ProvidedProject, projectsOf } from './provider-projects.ts';

/**
 * Number of usages that one transaction writes. A transaction has at most 25 items. Twenty usages need 23 items: one
 * for each usage, and three for the totals that they change.
 */
const USAGES_PER_TRANSACTION = 20;

async function figuresOfCluster(rancher: Rancher, clusterId: string): Promise<ClusterFigures> {
  const [namespaces, pods, claims, quotas] = await Promise.all([
    rancher.listNamespacesWithProject(clusterId),
    rancher.listRequestingPods(clusterId),
    rancher.listVolumeClaims(clusterId),
    rancher.listQuotaFigures(clusterId),
  ]);
  return { namespaces, pods, claims, quotas };
}

/** Writes the changed usages of one project. Returns how many were written. */
async function recordUsages(
  { store, clock }: Pick<SyncDeps, 'store' | 'clock'>,
  { resource, project, offering }: ProvidedProject,
  cluster: ClusterFigures,
): Promise<number> {
  const now = clock.now();
  const { requested, counted } = figuresOfProject(project.backendId, offering.components, cluster);
  const known = await store.usages.listReported(resource.uuid, periodOf(now));
  const changes = offering.components.flatMap((component) => {
    const current = figureIn(requested, component.type);
    if (current === undefined) return [];
    const before = known.find(({ type }) => type === component.type);
    const measured = {
      ...{ component, current, counted: figureIn(counted, component.type), limit: project.limits[component.type] },
    };
    const next = measuredUsage(before, resource, measured, now);
    return next ? [before ? store.usages.replace(next) : store.usages.insert(next)] : [];
  });
  await commitInChunks(store, changes, (write) => [write], USAGES_PER_TRANSACTION);
  return changes.length;
}
const figureIn = (figures: Figures, type: string): number | undefined =>
  Object.hasOwn(figures, type) ? figures[type] : undefined;

/**
 * Measures what each project of the provider uses. Records the amounts as usages of the current month, together with
 * the project's limits. Reads four lists for each cluster, however many projects it has. If a cluster cannot be read,
 * the usages of its projects stay as they are.
 */
export const syncProjectUsages: Pass = async (deps, provider, memory) => {
  const { log } = deps;
  const projects = await projectsOf(deps, provider);
  const clusters = [...Map.groupBy(projects, ({ project }) => project.clusterId)];
  const report = { written: 0, removed: 0, failed: 0 };
  if (clusters.length > 0) {
    const rancher = await deps.rancher.open(provider);
    const about = ([clusterId]: (typeof clusters)[number]) => ({ clusterId });
    report.failed = await forEachIsolated(clusters, { log, about }, async ([clusterId, all]) => {
      const cluster = await figuresOfCluster(rancher, clusterId);
      for (const project of all) {
        const written = await recordUsages(deps, project, cluster);
        // There must be no await between reading and writing the sum, because several clusters are read at once.
        report.written += written;
      }
    });
  }
  return { report, memory };
};
