import { z } from 'zod';
import { instant, uuid } from '../_core/identifier.ts';

/**
 * The scheduled jobs of docs/requirements.md#s0-i-background-tasks-and-jobs, and the one that follows roles into Rancher: they compare what
 * is recorded with a provider's Keycloak and Rancher.
 */
export const SYNC_JOBS = [
  'sync_keycloak_users',
  'sync_rancher_roles',
  'delete_leftover_keycloak_groups',
  'delete_leftover_keycloak_memberships',
  'sync_rancher_group_bindings',
  'sync_rancher_users',
] as const;
export const syncJob = z.enum(SYNC_JOBS);
export type SyncJob = z.infer<typeof syncJob>;

/** What a pass leaves for the next one of its job at the same provider. */
export const syncMemory = z.object({
  /** Of the last pass that looked at everything. */
  startedAt: instant.optional(),
  /** Ids of what was missing then, and has to be missing once more before it goes. */
  suspects: z.array(z.string()).default([]),
  /** Which of the realm's events can be read, and until when they are known; absent where none can. */
  events: z.object({ until: instant, signIns: z.boolean(), userCreations: z.boolean() }).optional(),
});
export type SyncMemory = z.infer<typeof syncMemory>;

/**
 * Who is passing over a provider. No two at once, of whatever job: one would take for a leftover what the other has just made. It
 * runs out by itself when its holder has died.
 */
export const syncLease = z.object({
  settingsUuid: uuid,
  job: syncJob,
  /** Of this attempt alone. */
  holder: uuid,
  heldUntil: instant,
});
export type SyncLease = z.infer<typeof syncLease>;

/** So many at most, so that the row stays small; one that is left out is missed twice a pass later. */
const MOST_SUSPECTS = 2000;
export const rememberedSuspects = (ids: readonly string[]): string[] => ids.slice(0, MOST_SUSPECTS);

/** Whether it is time for a job that providers set the pace of. */
export function isDue({ startedAt }: SyncMemory, everyMinutes: number, now: Date): boolean {
  // A schedule is never on time to the second: without the slack a pass of every 15 minutes would be one of every 16.
  const slackMs = 10_000;
  return startedAt === undefined || now.getTime() - Date.parse(startedAt) >= everyMinutes * 60_000 - slackMs;
}
