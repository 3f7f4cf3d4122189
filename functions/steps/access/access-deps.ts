import type { PassDeps } from '#shared/app/passes/pass';
import type { Metrics } from '#shared/ports/metrics';

export type AccessDeps = PassDeps & { metrics: Metrics; keptMs: number };
