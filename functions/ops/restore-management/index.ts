import { z } from 'zod';
import { restoreCluster } from '#shared/app/cluster-api/state-backup/restore-cluster';
import { keyOf } from '#shared/app/cluster-api/state-backup/stored-copy';
import { LOG } from '#shared/contracts/telemetry';
import { parseUuid, uuid } from '#shared/domain/_core/identifier';
import { readEnv, stateBackupEnv } from '#shared/runtime/env';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedClusterApi } from '#shared/runtime/wiring/backends';
import { awsStateBackups } from '#shared/runtime/wiring/state-backups';
import { tableStore } from '#shared/runtime/wiring/table';

const env = readEnv(stateBackupEnv);
const telemetry = lambdaTelemetry('ops/restore-management');
const secrets = awsSecrets();
const deps = {
  store: tableStore(env),
  secrets,
  stage: env.STAGE,
  clusterApi: connectedClusterApi(secrets, env.STAGE),
  backups: awsStateBackups(env.STATE_BACKUP_BUCKET),
};
const wish = z.object({
  cluster_uuid: z.string().transform(parseUuid).pipe(uuid),
  version: z.string().optional(),
  do: z.enum(['list', 'try', 'restore']),
});
type Restored = {
  version: string;
  taken_at: string;
  objects: { kind: string; name: string; is_new: boolean }[];
};
type Listed = { versions: { version: string; taken_at: string; size_bytes: number }[] };

async function listed(clusterUuid: string): Promise<Listed> {
  const cluster = await deps.store.clusters.get(clusterUuid);
  const versions = await deps.backups.listVersions(keyOf(cluster));
  return {
    versions: versions.map(({ version, takenAt, sizeBytes }) => ({
      ...{ version, taken_at: takenAt.toISOString(), size_bytes: sizeBytes },
    })),
  };
}

/**
 * Operators invoke this function with {cluster_uuid, do, version?}. `list` returns the copies of the cluster. `try`
 * returns what a restore would create. `restore` restores the cluster and returns what it has created.
 */
export const handler = (event: unknown): Promise<Listed | Restored> =>
  observe(telemetry, 'restore a management cluster', {}, async () => {
    const { cluster_uuid: clusterUuid, version, do: what } = wish.parse(event);
    if (what === 'list') return listed(clusterUuid);
    const report = await restoreCluster(deps, { clusterUuid, version, isDryRun: what === 'try' });
    if (what === 'restore') telemetry.log.info(LOG.clusterRestored, { clusterUuid, version: report.version });
    const objects = report.objects.map(({ isNew, ...named }) => ({ ...named, is_new: isNew }));
    return { version: report.version, taken_at: report.takenAt, objects };
  });
