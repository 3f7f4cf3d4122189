import { z } from 'zod';
import { derivedUuid, instant, type Uuid, uuid } from '../_core/identifier.ts';

/**
 * The scheduled jobs that compare Paddock's records with a provider's Keycloak and Rancher. Some jobs are listed in
 * docs/requirements.md#s0-i-background-tasks-and-jobs. Paddock's own jobs sync roles to Rancher, end access to clusters,
 * record clusters of Rancher that Paddock does not know, and copy global catalogs into clusters. Paddock's own jobs also
 * sync members and usages of projects in shared clusters, and serve a remote Waldur.
 */
export const SYNC_JOBS = [
  'sync_keycloak_users',
  'sync_rancher_roles',
  'sync_importable_clusters',
  'delete_leftover_keycloak_groups',
  'delete_leftover_keycloak_memberships',
  'sync_rancher_group_bindings',
  'sync_rancher_users',
  'end_cluster_access',
  'sync_global_catalogs',
  'sync_project_members',
  'sync_project_usages',
  'serve_remote_orders',
  'sync_remote_resources',
  'report_remote_usages',
] as const;
export const syncJob = z.enum(SYNC_JOBS);
export type SyncJob = z.infer<typeof syncJob>;

/** Jobs that serve the remote Waldur of a provider, and change nothing in the provider's Keycloak. */
const REMOTE_JOBS: readonly SyncJob[] = ['serve_remote_orders', 'sync_remote_resources', 'report_remote_usages'];
export const isRemoteJob = (job: SyncJob): boolean => REMOTE_JOBS.includes(job);
/** Jobs that do nothing if another job has the lease. They run every minute, so the next run does the work. */
export const FREQUENT_JOBS: readonly SyncJob[] = ['sync_keycloak_users', 'serve_remote_orders'];
/**
 * The job that an event starts at once, to end access. It must not wait for a long run of another job, so its lease is
 * its own. If a run of the job itself has the lease, the next run waits, because the present run may have read the
 * roles too early.
 */
export const ENDING_JOB = 'end_cluster_access' satisfies SyncJob;

/**
 * The uuid under which a job takes its lease at a provider. Jobs about a remote Waldur share a lease of their own, so
 * that remote orders do not wait for a long sync of members.
 */
export function leaseUuidOf(job: SyncJob, settingsUuid: Uuid): Uuid {
  if (job === ENDING_JOB) return derivedUuid(settingsUuid, 'ended-access');
  return isRemoteJob(job) ? derivedUuid(settingsUuid, 'remote-waldur') : settingsUuid;
}

/** An event on the bus: a project in a shared cluster was created, and its members can now get access. */
export const PROJECT_CREATED = 'project.created';

/** Data that a run stores for the next run of the same job at the same provider. */
export const syncMemory = z.object({
  /** The time when the last complete run began. */
  startedAt: instant.optional(),
  /**
   * Ids of objects that the last run found without a record. The next run removes each of these objects that still has
   * no record.
   */
  suspects: z.array(z.string()).default([]),
  /**
   * The kinds of Keycloak events that can be read, and the time until which they were read. Undefined if no kind can be
   * read.
   */
  events: z.object({ until: instant, signIns: z.boolean(), userCreations: z.boolean() }).optional(),
});
export type SyncMemory = z.infer<typeof syncMemory>;

/**
 * The run that holds a lease at a provider. Only one run at a time can hold the lease, even if the runs belong to
 * different jobs. Otherwise one run might remove objects that another run has just created. The lease expires if the
 * run crashes.
 */
export const syncLease = z.object({
  settingsUuid: uuid,
  job: syncJob,
  /** Id of the attempt to run the job. Only the attempt that holds the lease can release the lease. */
  holder: uuid,
  heldUntil: instant,
});
export type SyncLease = z.infer<typeof syncLease>;

/**
 * Maximum number of ids that a run remembers, so that the row stays small. An object whose id is not remembered is
 * removed one run later.
 */
const MAX_SUSPECTS = 2000;
export const rememberedSuspects = (ids: readonly string[]): string[] => ids.slice(0, MAX_SUSPECTS);

/** Whether the job may run again. The interval that the provider sets must have passed since the job's last start. */
export function isJobDue({ startedAt }: SyncMemory, everyMinutes: number, now: Date): boolean {
  // Schedules are some seconds early or late. Without this slack, a job for every 15 minutes would run every 16
  // minutes.
  const slackMs = 10_000;
  return startedAt === undefined || now.getTime() - Date.parse(startedAt) >= everyMinutes * 60_000 - slackMs;
}
