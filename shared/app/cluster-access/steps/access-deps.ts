import type { SyncDeps } from '#shared/app/providers/sync-job';
import type { Metrics } from '#shared/ports/metrics';

export type AccessDeps = SyncDeps & { metrics: Metrics; keptMs: number };
