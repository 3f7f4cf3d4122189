import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * The scheduled jobs of docs/requirements.md#s0-i-background-tasks-and-jobs, a job that syncs roles to Rancher, and a
 * job that records clusters of Rancher that Paddock does not know. They compare records with a provider's Keycloak and
 * Rancher.
 */
export const SYNC_JOBS = [
  'sync_keycloak_users',
  'sync_rancher_roles',
  'sync_importable_clusters',
  'delete_leftover_keycloak_groups',
  'delete_leftover_keycloak_memberships',
  'sync_rancher_group_bindings',
  'sync_rancher_users',
] as const;
export const syncJob = z.enum(SYNC_JOBS);
export type SyncJob = z.infer<typeof syncJob>;

/** Facts that a run stores for the next run of its job at the same provider. */
export const syncMemory = z.object({
  /** Start of the last complete run. */
  startedAt: instant.optional(),
  /** Ids that no record needed in the last run, which kept them. The next run removes them if no record needs them. */
  suspects: z.array(z.string()).default([]),
  /**
   * Which events of the realm can be read, and the time up to which they were read. Absent if no events can be read.
   */
  events: z.object({ until: instant, signIns: z.boolean(), userCreations: z.boolean() }).optional(),
});
export type SyncMemory = z.infer<typeof syncMemory>;

/**
 * The job run that works at a provider. Two runs never work at one provider at the same time, even if their jobs
 * differ: each would take objects that the other has just made for leftovers. The lease expires by itself if its holder
 * crashes.
 */
export const syncLease = z.object({
  settingsUuid: uuid,
  job: syncJob,
  /** An id of this attempt, so that only the holder can release the lease. */
  holder: uuid,
  heldUntil: instant,
});
export type SyncLease = z.infer<typeof syncLease>;

/**
 * Maximum number of remembered ids, so that the row stays small. An object whose id is left out is removed one run
 * later.
 */
const MOST_SUSPECTS = 2000;
export const rememberedSuspects = (ids: readonly string[]): string[] => ids.slice(0, MOST_SUSPECTS);

/** Whether the provider's interval has passed since the job last started. */
export function isJobDue({ startedAt }: SyncMemory, everyMinutes: number, now: Date): boolean {
  // Schedules are not exact to the second. Without this slack a job for every 15 minutes would run every 16.
  const slackMs = 10_000;
  return startedAt === undefined || now.getTime() - Date.parse(startedAt) >= everyMinutes * 60_000 - slackMs;
}
