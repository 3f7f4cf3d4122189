import { z } from 'zod';
import { syncAllRelays } from '#shared/app/cluster-api/relays/sync-all-relays';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { addAlertNode } from '#shared/app/reconciliation/alert-nodes';
import { type HealDeps, healCluster } from '#shared/app/reconciliation/heal-cluster';
import {
  type ClusterWatchDeps,
  type Watched,
  type WatchJob,
  watchClusters,
} from '#shared/app/reconciliation/watch-clusters';
import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Logger, Metrics } from '#shared/ports/runtime';
import { actingAs } from '#shared/runtime/acting-user';
import { countRefusedCredential } from '#shared/runtime/telemetry';

export type WatchResult = Pick<Watched, 'looked' | 'changed' | 'left'> & { failed: number };

type WatchDeps = ClusterWatchDeps & Parameters<typeof syncAllRelays>[0] & { metrics: Metrics };

/**
 * First removes relays that no longer report, so that Cluster API does not use them for clusters. The job
 * `pull_all_clusters_nodes` leaves out this step. Then checks all clusters. Failures of both steps are counted as a
 * metric and never thrown. If they were thrown while a cloud is down, Lambda would repeat each run twice. Then it would
 * send the run's event to the dead-letter queue.
 */
export async function watch(deps: WatchDeps, job?: WatchJob): Promise<WatchResult> {
  const lost = job === 'pull_all_clusters_nodes' ? [] : await syncAllRelays(deps);
  const watched = await watchClusters(deps, job);
  const { looked, changed, left } = watched;
  const failures = [...lost, ...watched.failures];
  for (const error of failures) countRefusedCredential(deps.metrics, error);
  if (failures.length > 0) deps.metrics.add('WatchFailures', failures.length, {});
  if (left > 0) deps.metrics.add('WatchLeft', left, {});
  return { looked, changed, left, failed: failures.length };
}

type Deps = HealDeps & { log: Logger; metrics: Metrics };

/**
 * Makes the function that heals a cluster. The job that watches clusters calls this function for each cluster with
 * autohealing. Audit events name autohealing as the actor.
 */
export const healer =
  (deps: Deps) =>
  (clusterUuid: Uuid): Promise<void> => {
    const { ids, log, metrics } = deps;
    const correlationId = ids.uuid();
    return actingAs({ kind: 'job', name: 'autohealing', correlationId }, async () => {
      const healed = await healCluster(deps, clusterUuid, correlationId);
      if (healed === 'nothing') return;
      if (healed === 'started') metrics.add('HealingStarted', 1, {});
      else metrics.add('HealingHeld', 1, {});
      log.info(healed === 'started' ? LOG.clusterHealed : LOG.clusterNotHealed, { clusterUuid, correlationId });
    });
  };

/** Adds a node because an alert has asked for it. Audit events name Alertmanager as the actor. */
export const alertNodeAdder =
  (deps: OrderDeps & { log: Logger }) =>
  (clusterUuid: Uuid): Promise<void> => {
    const correlationId = deps.ids.uuid();
    return actingAs({ kind: 'job', name: 'alertmanager', correlationId }, async () => {
      const outcome = await addAlertNode(deps, clusterUuid, correlationId);
      deps.log.info(LOG.alertNode, { clusterUuid, correlationId, outcome });
    });
  };

const input = z.object({ job: z.literal('pull_all_clusters_nodes') });

/**
 * Returns the job for the event of an EventBridge schedule. The daily schedule names the job `pull_all_clusters_nodes`.
 * The schedule that runs every few minutes names no job, and its job is `watch`.
 */
export const jobOf = (event: unknown): WatchJob =>
  input.safeParse(event).success ? 'pull_all_clusters_nodes' : 'watch';
