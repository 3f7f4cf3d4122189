import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import {
  ENDING_JOB,
  FREQUENT_JOBS,
  leaseUuidOf,
  type SyncJob,
  type SyncLease,
} from '#shared/domain/provider-syncs/sync-jobs';
import { ProviderBusy } from '#shared/errors';
import { withTimeout } from '../_core/with-timeout.ts';
import { deleteLeftoverGroups } from '../cluster-access/delete-leftover-groups.ts';
import { deleteLeftoverMemberships } from '../cluster-access/delete-leftover-memberships.ts';
import { endClusterAccess } from '../cluster-access/end-cluster-access.ts';
import { syncGroupBindings } from '../cluster-access/sync-group-bindings.ts';
import { syncKeycloakUsers } from '../cluster-access/sync-keycloak-users.ts';
import { syncRancherUsers } from '../cluster-access/sync-rancher-users.ts';
import { syncGlobalCatalogs } from '../cluster-contents/apps/sync-global-catalogs.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { syncImportableClusters } from '../providers/sync-importable-clusters.ts';
import type { Pass, SyncDeps, SyncReport } from '../providers/sync-job.ts';
import { syncRancherRoles } from '../providers/sync-rancher-roles.ts';
import { syncProjectMembers } from '../rancher-projects/sync-project-members.ts';
import { syncProjectUsages } from '../rancher-projects/sync-project-usages.ts';
import { reportRemoteUsages } from '../remote-waldur/report-remote-usages.ts';
import { serveRemoteOrders } from '../remote-waldur/serve-remote-orders.ts';
import { syncRemoteResources } from '../remote-waldur/sync-remote-resources.ts';

type Deps = SyncDeps & {
  /**
   * Lifetime of a lease in milliseconds, if the run does not end the lease earlier. A lease lives longer than the
   * function of a job can run.
   */
  keptMs: number;
};

const PASSES: Record<SyncJob, Pass> = {
  sync_keycloak_users: syncKeycloakUsers,
  sync_rancher_roles: syncRancherRoles,
  sync_importable_clusters: syncImportableClusters,
  delete_leftover_keycloak_groups: deleteLeftoverGroups,
  delete_leftover_keycloak_memberships: deleteLeftoverMemberships,
  sync_rancher_group_bindings: syncGroupBindings,
  sync_rancher_users: syncRancherUsers,
  end_cluster_access: endClusterAccess,
  sync_global_catalogs: syncGlobalCatalogs,
  sync_project_members: syncProjectMembers,
  sync_project_usages: syncProjectUsages,
  serve_remote_orders: serveRemoteOrders,
  sync_remote_resources: syncRemoteResources,
  report_remote_usages: reportRemoteUsages,
};

/**
 * Runs one job at one provider. A lease prevents concurrent runs at the provider. If another run of the same job has
 * the lease, this run does nothing and returns undefined. If a different job has the lease, a job in FREQUENT_JOBS also
 * does nothing and returns undefined.
 * @throws ProviderBusy if a different job has the lease and this job is not in FREQUENT_JOBS, or if the lease of
 * ENDING_JOB is taken; the state machine then retries
 */
export async function syncProvider(
  deps: Deps,
  { job, settingsUuid }: { job: SyncJob; settingsUuid: Uuid },
): Promise<SyncReport | undefined> {
  const { store, clock, ids, log, keptMs } = deps;
  const provider = await rancherSettingsOf(deps, settingsUuid);
  const heldUntil = new Date(clock.now().getTime() + keptMs).toISOString();
  const leaseUuid = leaseUuidOf(job, settingsUuid);
  const lease: SyncLease = { settingsUuid: leaseUuid, job, holder: ids.uuid(), heldUntil };
  if (!(await store.syncJobs.begin(lease))) return assertTurn(deps, lease);
  try {
    const last = await store.syncJobs.recall(settingsUuid, job);
    // A job must not run longer than its lease. After `keptMs` milliseconds, the job's running requests are aborted.
    const { report, memory } = await withTimeout(keptMs, () => PASSES[job](deps, provider, last));
    if (JSON.stringify(memory) !== JSON.stringify(last)) await store.syncJobs.remember(settingsUuid, job, memory);
    const about = { job, settingsUuid, ...report };
    if (report.stopped) log.error(LOG.syncStopped, about);
    else log.info(LOG.syncDone, about);
    return report;
  } finally {
    await store.syncJobs.end(lease);
  }
}

async function assertTurn({ store }: Deps, { settingsUuid, job }: SyncLease): Promise<undefined> {
  if (FREQUENT_JOBS.includes(job)) return;
  const held = await store.syncJobs.findLease(settingsUuid);
  if (held?.job !== job || job === ENDING_JOB)
    throw new ProviderBusy(`Provider ${settingsUuid} is busy with ${held?.job}.`);
}
