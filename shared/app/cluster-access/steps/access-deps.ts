import type { SyncDeps } from '#shared/app/providers/sync-job';
import type { Metrics } from '#shared/ports/runtime';

export type AccessDeps = SyncDeps & { metrics: Metrics; keptMs: number };
