import { LOG } from '#shared/contracts/telemetry';
import { type ClusterCopy, copiedObject, copyBlocker } from '#shared/domain/cluster-api/state-backup/cluster-copy';
import { isCopyDue, isCopyLate } from '#shared/domain/cluster-api/state-backup/due-copies';
import { objectsOfCluster } from '#shared/domain/cluster-api/state-backup/objects-of-cluster';
import { COPIED_KINDS, type WholeObject } from '#shared/domain/cluster-api/state-backup/whole-object';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock, Logger, Secrets } from '#shared/ports/runtime';
import type { StateBackups } from '#shared/ports/state-backups';
import type { Store } from '#shared/ports/store';
import { deleteOldCopies } from './delete-old-copies.ts';
import { keyOf, keysOf, storeCopy } from './stored-copy.ts';

type Deps = {
  store: Pick<Store, 'settings' | 'clusters'>;
  clusterApi: ClusterApiSessions;
  backups: StateBackups;
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  clock: Clock;
  log: Logger;
};
/**
 * The result of one run. `late` counts clusters without a copy from the last two days. `deleted` counts copies that
 * were removed because their clusters were deleted.
 */
export type BackupReport = { made: number; skipped: number; late: number; deleted: number; failures: unknown[] };
type Member = Cluster & { clusterApi: NonNullable<Cluster['clusterApi']> };

/**
 * At each management cluster with the option `state_backup`, copies the objects of every cluster that has no copy from the
 * last day. If a cluster is being changed, or cannot be copied, its last copy is kept, and the next run tries again.
 * Copies of deleted clusters are deleted.
 */
export async function backUpClusters(deps: Deps): Promise<BackupReport> {
  const { items } = await deps.store.settings.list(
    { visibility: 'all' },
    WHOLE_LIST,
    ({ type }) => type === 'ClusterAPI',
  );
  const report: BackupReport = { made: 0, skipped: 0, late: 0, deleted: 0, failures: [] };
  for (const settings of items) {
    if (settings.type === 'ClusterAPI' && settings.options.stateBackup) await backUpProvider(deps, settings, report);
  }
  report.deleted = await deleteOldCopies(deps);
  return report;
}

async function backUpProvider(deps: Deps, settings: ClusterApiSettings, report: BackupReport): Promise<void> {
  const { store, backups, clock, log } = deps;
  const isIts = ({ settingsUuid }: Cluster) => settingsUuid === settings.uuid;
  const { items } = await store.clusters.list({ visibility: 'all' }, WHOLE_LIST, isIts);
  const taken = new Map((await backups.listNewest(keysOf(settings.uuid))).map(({ key, takenAt }) => [key, takenAt]));
  const now = clock.now();
  const due = items.filter((cluster) => isCopyDue(taken.get(keyOf(cluster)), now));
  try {
    const objects = due.some(isAtRest) ? await listAll(deps, settings) : [];
    for (const cluster of due) if (await isCopied(deps, cluster, objects, report)) taken.set(keyOf(cluster), now);
  } catch (error) {
    log.error(LOG.clusterNotCopied, { settingsUuid: settings.uuid, error });
    report.failures.push(error);
  }
  report.late += items.filter((cluster) => isCopyLate(cluster, taken.get(keyOf(cluster)), now)).length;
}

const isAtRest = (cluster: Cluster): cluster is Member => cluster.clusterApi !== undefined && cluster.state === 'OK';

async function listAll({ clusterApi }: Deps, settings: ClusterApiSettings): Promise<WholeObject[]> {
  const api = await clusterApi.open(settings);
  const kinds = [...COPIED_KINDS.all, ...COPIED_KINDS[settings.options.infrastructure]];
  return (await Promise.all(kinds.map((kind) => api.listWhole(kind)))).flat();
}

/**
 * Stores a copy of the cluster. Returns false if no copy was made, because the cluster is not OK, its objects cannot be
 * copied, or the copy failed.
 */
async function isCopied(
  deps: Deps,
  cluster: Cluster,
  all: readonly WholeObject[],
  report: BackupReport,
): Promise<boolean> {
  const { clock, log } = deps;
  const { uuid } = cluster;
  const skip = (reason: string): false => {
    report.skipped += 1;
    log.warn(LOG.clusterNotCopied, { clusterUuid: uuid, reason });
    return false;
  };
  if (!isAtRest(cluster)) return skip('The cluster is not OK.');
  const { capiName } = cluster.clusterApi;
  const objects = objectsOfCluster(all, { uuid, capiName });
  const blocker = copyBlocker(objects);
  if (blocker) return skip(blocker);
  const takenAt = clock.now().toISOString();
  const copy: ClusterCopy = { format: 1, clusterUuid: uuid, capiName, takenAt, objects: objects.map(copiedObject) };
  try {
    await storeCopy(deps, cluster, copy);
    report.made += 1;
    return true;
  } catch (error) {
    log.error(LOG.clusterNotCopied, { clusterUuid: uuid, error });
    report.failures.push(error);
    return false;
  }
}
