import type { PassDeps } from '#shared/app/providers/pass';
import type { Metrics } from '#shared/ports/metrics';

export type AccessDeps = PassDeps & { metrics: Metrics; keptMs: number };
