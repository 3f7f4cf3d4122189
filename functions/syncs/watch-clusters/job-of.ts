import { z } from 'zod';
import type { WatchJob } from '#shared/app/reconciliation/watch-clusters';

const input = z.object({ job: z.literal('pull_all_clusters_nodes') });

/** A schedule's own input names the job; the one of every few minutes has none of its own. */
export const jobOf = (event: unknown): WatchJob =>
  input.safeParse(event).success ? 'pull_all_clusters_nodes' : 'watch';
