import { z } from 'zod';
import type { WatchJob } from '#shared/app/reconciliation/watch-clusters';

const input = z.object({ job: z.literal('pull_all_clusters_nodes') });

/** The schedule's input names the job. The frequent schedule has no input. */
export const jobOf = (event: unknown): WatchJob =>
  input.safeParse(event).success ? 'pull_all_clusters_nodes' : 'watch';
