import type { Context } from 'aws-lambda';
import { syncContents } from '#shared/app/cluster-contents/sync-contents';
import { deleteDuplicatePorts } from '#shared/app/infrastructure/delete-duplicate-ports';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, watchClustersEnv } from '#shared/runtime/env';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { lambdaTelemetry } from '#shared/runtime/telemetry';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedClusterApi, connectedOpenStack, connectedRancher } from '#shared/runtime/wiring/backends';
import { tableStore } from '#shared/runtime/wiring/table';
import { alertNodeAdder, healer, jobOf, type WatchResult, watch } from './watch.ts';

const env = readEnv(watchClustersEnv);
const telemetry = lambdaTelemetry('syncs/watch-clusters');
const store = tableStore(env);
const secrets = awsSecrets();
const backends = {
  openstack: connectedOpenStack(store, secrets, env.STAGE),
  rancher: connectedRancher(secrets, env.STAGE),
  clusterApi: connectedClusterApi(secrets, env.STAGE),
};
const base = { ...telemetry, ...backends, store, clock: systemClock, ids: randomIds, site: env.SITE_SETTINGS };
/**
 * Updates the records of a cluster's contents and deletes duplicate ports. Runs only after the daily observation of the
 * cluster.
 */
async function mirror(cluster: Cluster): Promise<void> {
  await syncContents(base, cluster);
  await deleteDuplicatePorts(base, cluster);
}
const deps = {
  ...base,
  mirror,
  heal: healer({ ...base, policy: env.HEALING_POLICY }),
  addAlertNode: alertNodeAdder(base),
};
/**
 * Clusters that failed in the last run. The next run handles them last. A new Lambda process begins with an empty set,
 * so it does not know these clusters. Every cluster is still handled in one of the runs, because runs start at
 * different positions of the list of clusters.
 */
const setAside = new Set<string>();
const NOTHING: WatchResult = { looked: 0, changed: 0, left: 0, failed: 0 };

/**
 * Runs the job `watch` every few minutes, and the job `pull_all_clusters_nodes` once a day. Compares clusters with
 * their clouds and Rancher.
 */
export const handler = (event: unknown, context: Context): Promise<WatchResult> => {
  const part = jobOf(event);
  const run = { job: 'watch clusters', part, context, otherwise: NOTHING };
  const remainingMs = () => context.getRemainingTimeInMillis();
  return runScheduled(base, run, () => watch({ ...deps, setAside, remainingMs }, part));
};
