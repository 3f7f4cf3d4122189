import { changed } from '#shared/domain/_core/record';
import { newImportableCluster } from '#shared/domain/clusters/importable-cluster';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { identifyRancher } from './identify-rancher.ts';
import { listUnknownClusters } from './list-unknown-clusters.ts';
import type { Pass } from './sync-job.ts';
import { syncList } from './sync-list.ts';

/**
 * The provider's Rancher may have clusters that Paddock does not manage. Records these clusters (S0-085). Deletes the
 * record of a cluster that Paddock manages now. If Rancher's list lacks a recorded cluster, the record gets
 * `lastSeenAt`. If the next list lacks the cluster, too, the record is deleted. Only differences are written.
 */
export const syncImportableClusters: Pass = async (deps, provider, last) => {
  const { store, clock } = deps;
  const { importableClusters } = store;
  const startedAt = clock.now().toISOString();
  const rancher = await deps.rancher.open(provider);
  const settings = await identifyRancher(deps, provider, rancher);
  const { listed, unknown } = await listUnknownClusters(deps, settings, rancher);
  const found = unknown.map((cluster) => newImportableCluster(provider.uuid, cluster, clock.now()));
  const recorded = await importableClusters.listByProvider(provider.uuid);
  const importable = new Set(found.map(({ uuid }) => uuid));
  const listedIds = new Set(listed.map(({ id }) => id));
  const known = recorded.filter(({ uuid, backendId }) => listedIds.has(backendId) && !importable.has(uuid));
  await commitInChunks(store, known, (item) => [importableClusters.remove(item)]);

  const left = recorded.filter((item) => !known.includes(item));
  const missed = new Set(left.filter(({ lastSeenAt }) => lastSeenAt !== undefined).map(({ uuid }) => uuid));
  const { report, suspects } = await syncList(deps, missed, {
    repository: importableClusters,
    recorded: left,
    found,
    fields: ['name', 'runtimeState', 'kubernetesVersion', 'nodeCount', 'lastSeenAt'],
    isUsed: () => false,
  });
  const fresh = left.filter(({ uuid }) => suspects.includes(uuid) && !missed.has(uuid));
  await commitInChunks(store, fresh, (item) => {
    const lastSeenAt = last.startedAt ?? item.modified;
    return [importableClusters.replace(changed(item, clock.now(), { lastSeenAt }))];
  });
  return {
    report: { ...report, written: report.written + fresh.length, removed: report.removed + known.length },
    memory: { startedAt, suspects: [] },
  };
};
