import type { Context } from 'aws-lambda';
import { backUpClusters } from '#shared/app/cluster-api/state-backup/back-up-clusters';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, stateBackupEnv } from '#shared/runtime/env';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { countRefusedCredential, lambdaTelemetry } from '#shared/runtime/telemetry';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedClusterApi } from '#shared/runtime/wiring/backends';
import { awsStateBackups } from '#shared/runtime/wiring/state-backups';
import { tableStore } from '#shared/runtime/wiring/table';

const env = readEnv(stateBackupEnv);
const secrets = awsSecrets();
const deps = {
  ...lambdaTelemetry('syncs/back-up-management'),
  store: tableStore(env),
  clock: systemClock,
  secrets,
  stage: env.STAGE,
  clusterApi: connectedClusterApi(secrets, env.STAGE),
  backups: awsStateBackups(env.STATE_BACKUP_BUCKET),
};
type Result = { made: number; skipped: number; failed: number; late: number; deleted: number };
const NOTHING: Result = { made: 0, skipped: 0, failed: 0, late: 0, deleted: 0 };

/**
 * A schedule invokes this function every hour. The function backs up each Cluster API cluster whose last copy is a day
 * old. A failed copy is counted. Its error is not thrown, because the next run tries again.
 */
export const handler = (_event: unknown, context: Context): Promise<Result> =>
  runScheduled(deps, { job: 'back up management clusters', context, otherwise: NOTHING }, async () => {
    const { failures, ...counts } = await backUpClusters(deps);
    const { metrics } = deps;
    for (const error of failures) countRefusedCredential(metrics, error);
    const { made, skipped } = counts;
    const results = { made, skipped, failed: failures.length };
    for (const [Result, count] of Object.entries(results))
      if (count > 0) metrics.add('StateBackups', count, { Result });
    metrics.add('StateBackupsLate', counts.late, {});
    return { ...counts, failed: failures.length };
  });
